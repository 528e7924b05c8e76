import type { MessageScanResult, TransactionScanResult } from '../api.generated.ts'
import type { Client } from '../createClient.ts'
import type { Scan } from './scanFor.ts'
import type { Verdict, WalletRequest } from './verdict.ts'

const RECOMMENDATIONS = ['PROCEED', 'REVIEW', 'CAUTION', 'BLOCK']

/** Asks the service about a request. Never throws: a failure is a verdict too. */
export async function assess(
  client: Pick<Client, 'scan'>,
  { scan, request, origin }: { scan: Scan; request: WalletRequest; origin: string | undefined },
  { deadlineMs, timeoutMs, reserve }: { deadlineMs: number; timeoutMs: number; reserve: boolean | { proof: string } },
): Promise<Verdict> {
  // One time-out for the attempts together: a person waits.
  const call = { signal: AbortSignal.timeout(timeoutMs), timeoutMs }
  const asked = { ...(origin !== undefined && { origin }), options: { deadlineMs } }
  try {
    const result =
      scan.kind === 'transaction'
        ? await client.scan.transaction({ ...scan.body, ...asked }, call)
        : await client.scan.message(
            {
              ...scan.body,
              ...asked,
              ...(reserve && {
                options: {
                  deadlineMs,
                  reserve: true,
                  ...(typeof reserve === 'object' && { reserveProof: reserve.proof }),
                },
              }),
            },
            call,
          )
    return verdictOf(result, request)
  } catch (cause) {
    return unassessed(request, cause instanceof Error ? cause.message : 'The scan failed.', cause)
  }
}

function verdictOf(result: TransactionScanResult | MessageScanResult, request: WalletRequest): Verdict {
  const isKnown = RECOMMENDATIONS.includes(result.recommendation)
  const missing = [...new Set([...result.unknown, ...result.unavailable])].join(', ')
  const said = {
    request,
    recommendation: isKnown ? result.recommendation : null,
    riskLevel: result.riskLevel,
    riskScore: result.riskScore,
    policy: result.policy?.outcome ?? null,
    summary: policyReason(result) ?? result.explanation?.summary ?? null,
    warnings: result.warnings,
    cause: null,
  }
  if (result.complete === true && isKnown) return { status: 'assessed', reason: null, ...said }
  return { status: 'unassessed', reason: `Not everything could be examined: ${missing || 'no verdict'}.`, ...said }
}

/** Why the wallet's policy does not allow it; null where it does. */
function policyReason({ policy }: TransactionScanResult | MessageScanResult): string | null {
  if (policy === undefined || policy.outcome === 'allow') return null
  return policy.rules.find(({ outcome }) => outcome === policy.outcome)?.reason ?? null
}

export function unassessed(request: WalletRequest, reason: string, cause: unknown = null): Verdict {
  return { status: 'unassessed', ...nothingKnown(request), reason, cause }
}

export function unknownMethod(request: WalletRequest): Verdict {
  const reason = 'The guard does not know what this method does.'
  return { status: 'unknown-method', ...nothingKnown(request), reason, cause: null }
}

function nothingKnown(request: WalletRequest) {
  return { request, recommendation: null, riskLevel: null, riskScore: null, policy: null, summary: null, warnings: [] }
}
