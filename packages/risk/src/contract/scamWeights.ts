const SIGN_WEIGHTS = {
  'party-list': 0,
  'list-steers': 0.435,
  switch: 0,
  limit: 0.231,
  'time-gate': 0,
  'picks-party': 1.113,
  'picks-recipient': 0.45,
  tax: 0.241,
  'several-rates': 0.056,
  'settable-rate': 0.162,
  'outside-call': 1.192,
  'settable-call': 0,
  'hidden-mint': 0.889,
  'sets-balance': 0.717,
  diverts: 0.476,
  'rewrites-balance': 0.476,
  'balances-elsewhere': 0.331,
  'asks-origin': 0.03,
  'unwritten-list': 0.391,
  'owner-powers': 1.133,
  'idle-owner': 1.327,
  'holder-burn': -0.627,
  permit: -1.237,
  'counted-mint': -0.03,
  large: -0.066,
}

/** Name of a sign: each has a weight here and its search in scamSignals.ts. */
export type ScamSignalId = keyof typeof SIGN_WEIGHTS

/**
 * Learned by `npm run bench -- tokens` (REDOUBT_PRINT_WEIGHTS=1) from the 368 labelled development tokens of compiler eras 0.6 to
 * 0.8: logistic regression over signs and pairs of signs that at least 12 of them have and 12 lack, ridge 0.005, both classes of equal
 * weight, no weight that the meaning of its signs forbids (a pair with an honest sign may only speak against a scam, any other only for
 * one). 0: the sign is shown, and honest tokens have it as often. `trainedOn`: SHA-256 of the sorted addresses, labels and hashes of code.
 */
export const SCAM_WEIGHTS: {
  signs: typeof SIGN_WEIGHTS
  pairs: Partial<Record<ScamSignalId, Partial<Record<ScamSignalId, number>>>>
  bias: number
  trainedOn: string
} = {
  signs: SIGN_WEIGHTS,
  pairs: {
    'party-list': {
      'time-gate': 0.198,
      'asks-origin': 0.095,
      'owner-powers': 0.179,
      'holder-burn': -0.373,
      large: -0.62,
    },
    'list-steers': {
      'time-gate': 0.789,
      'several-rates': 0.024,
      'hidden-mint': 0.064,
      'sets-balance': 0.063,
      diverts: 0.308,
      'asks-origin': 0.18,
      'owner-powers': 0.198,
      'holder-burn': -0.395,
      'counted-mint': -0.487,
      large: -0.426,
    },
    switch: { 'owner-powers': 0.057, 'holder-burn': -0.042, large: -0.467 },
    limit: {
      'hidden-mint': 0.028,
      'sets-balance': 0.141,
      diverts: 0.173,
      'asks-origin': 0.112,
      'unwritten-list': 0.283,
      'owner-powers': 0.131,
      'counted-mint': -0.17,
    },
    'time-gate': { 'settable-rate': 0.418, 'outside-call': 0.081, diverts: 0.157 },
    'picks-party': {
      'picks-recipient': 0.45,
      'asks-origin': 0.264,
      'unwritten-list': 0.209,
      'owner-powers': 0.485,
      large: -0.877,
    },
    'picks-recipient': { 'asks-origin': 0.168, 'unwritten-list': 0.132, large: -0.976 },
    tax: {
      'several-rates': 0.056,
      'settable-rate': 0.162,
      'asks-origin': 0.233,
      'unwritten-list': 0.265,
      'owner-powers': 0.196,
      'counted-mint': -0.371,
      large: -0.267,
    },
    'several-rates': {
      'settable-rate': 0.082,
      'hidden-mint': 0.02,
      'sets-balance': 0.136,
      diverts: 0.033,
      'asks-origin': 0.119,
      'unwritten-list': 0.105,
      'owner-powers': 0.047,
      large: -0.089,
    },
    'settable-rate': {
      'asks-origin': 0.151,
      'unwritten-list': 0.086,
      'owner-powers': 0.276,
      'holder-burn': -0.069,
      'counted-mint': -0.371,
      large: -0.312,
    },
    'outside-call': { 'balances-elsewhere': 0.331, 'asks-origin': 0.143, large: -0.825 },
    'settable-call': { 'balances-elsewhere': 0.331, 'holder-burn': -0.115, large: -0.975 },
    'hidden-mint': { 'sets-balance': 0.065, diverts: 0.181, 'owner-powers': 0.317 },
    'sets-balance': { 'asks-origin': 0.027, 'owner-powers': 0.544, large: -0.093 },
    diverts: { 'asks-origin': 0.222, 'unwritten-list': 0.113, 'counted-mint': -0.529, large: -0.146 },
    'rewrites-balance': { 'asks-origin': 0.112, large: -1.305 },
    'balances-elsewhere': { 'owner-powers': 0.331 },
    'asks-origin': { 'owner-powers': 0.237, 'holder-burn': -0.133 },
    'unwritten-list': { 'owner-powers': 0.13 },
    'owner-powers': { 'holder-burn': -0.171, 'counted-mint': -0.896 },
    'counted-mint': { large: -0.077 },
  },
  bias: -0.881,
  trainedOn: 'b4fcff547319d59f0eb3cbf64018a64dbe6254c0a7e97f322883818957ac5cce',
}
