/** How an address is known to one account alone: `knownBy` in the evidence of findings. */
const PRIVATE_ACQUAINTANCES: readonly unknown[] = ['monitored', 'signer', 'scanned']

/** Findings that follow from earlier scans of one account. */
const PRIVATE_FINDINGS: readonly unknown[] = ['origin-scanned-as-dangerous', 'message-origin-scanned-as-dangerous']

const WITHHELD = 'Withheld: this finding follows from what the account that scanned monitors or scanned before.'

/** Members of results that hold findings. */
const LISTS = ['warnings', 'factors', 'riskFactors']

type Json = Record<string, unknown>

/**
 * The result of a kept scan as strangers may read it. Score and titles stay as they were; what tells what the account monitors or
 * scanned before is withheld, and with it the explanation, which may repeat it. The wallet's policy and the sums over earlier scans
 * are the account's own.
 */
export function shareableResult(result: Json): Json {
  const { policy: _, ...shared } = result
  if ('askedByOrigin' in shared) shared.askedByOrigin = null
  let withheld = false
  for (const list of LISTS) {
    const findings = shared[list]
    if (!Array.isArray(findings)) continue
    shared[list] = findings.map((finding: Json) => {
      if (!isPrivate(finding)) return finding
      withheld = true
      return { ...finding, description: WITHHELD, evidence: {} }
    })
  }
  if (withheld && 'explanation' in shared) shared.explanation = null
  const { origin } = shared
  if (typeof origin === 'object' && origin !== null && 'scanned' in origin) shared.origin = { ...origin, scanned: null }
  return shared
}

/** The request of a kept scan as strangers may read it: without the signature that books for the wallet. */
export function shareableInput(input: Json): Json {
  const { options } = input
  if (typeof options !== 'object' || options === null) return input
  const { reserveProof: _, ...shared } = options as Json
  return { ...input, options: shared }
}

function isPrivate({ id, evidence }: Json): boolean {
  const { knownBy } = (evidence ?? {}) as Json
  return PRIVATE_FINDINGS.includes(id) || PRIVATE_ACQUAINTANCES.includes(knownBy)
}
