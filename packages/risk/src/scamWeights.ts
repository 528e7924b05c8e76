/**
 * Learned by `npm run bench -- tokens` (REDOUBT_PRINT_WEIGHTS=1) from the 368 labelled development tokens of compiler eras 0.6 to
 * 0.8: logistic regression, ridge 0.02, both classes of equal weight, no weight of a sign that its meaning forbids. 0: the
 * sign is shown, and honest tokens have it as often. `trainedOn`: SHA-256 of the sorted addresses and labels.
 */
export const SCAM_WEIGHTS = {
  signs: {
    'party-list': 0,
    'list-steers': 0.16,
    switch: 0,
    limit: 0.109,
    'time-gate': 0,
    'picks-party': 0.705,
    'picks-recipient': 0.48,
    tax: 0.106,
    'several-rates': 0.303,
    'settable-rate': 0.111,
    'outside-call': 0.352,
    'settable-call': 0,
    'hidden-mint': 0.537,
    'sets-balance': 0.418,
    diverts: 0.321,
    'rewrites-balance': 0.24,
    'balances-elsewhere': 0.385,
    'asks-origin': 0.204,
    'unwritten-list': 0.322,
    'owner-powers': 0.688,
    'idle-owner': 0.537,
    'holder-burn': -0.534,
    permit: -0.573,
    'counted-mint': -0.631,
    large: -0.56,
  },
  bias: -0.456,
  trainedOn: '845f49c188be315d31d15dc2794e8f9dbc85f4856a3254604859a32c89d55450',
}

/** Name of a sign: each has a weight here and its search in scamSignals.ts. */
export type ScamSignalId = keyof typeof SCAM_WEIGHTS.signs
