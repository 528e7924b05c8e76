import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SandboxChain } from '../canonical.ts'
import type { SandboxWorld } from '../world.ts'

type Verdict = 'PROCEED' | 'REVIEW' | 'CAUTION' | 'BLOCK'

/** One transaction worth judging, with what an honest judge says. */
export type Scenario = {
  /** Stable, kebab-case. */
  id: string
  title: string
  /** What the scan should make plain, one clause. */
  shows: string
  /** Body of POST /v1/scan/transaction. */
  body: {
    chain: SandboxChain
    from: Address
    to: Address | null
    /** Wei, decimal. */
    value: string
    data: Hex
    authorizationList?: { chainId: number; address: Address; nonce: number }[]
  }
  /** Our intention, written before the detectors were run: one of the verdicts, and at least these findings. */
  expect: { recommendation: readonly Verdict[]; findings: readonly string[] }
}

/** The transaction part of a scenario; `data` empty and `value` 0 unless given. */
type Call = {
  from: Address
  to: Address | null
  data?: Hex
  value?: bigint
  authorizationList?: NonNullable<Scenario['body']['authorizationList']>
}

/** Writes scenarios of one world: id, title and what it shows, the call, the verdicts and the findings. */
export function scenarioOn(world: SandboxWorld) {
  return (
    [id, title, shows]: readonly [string, string, string],
    { from, to, data = '0x', value = 0n, authorizationList }: Call,
    recommendation: Verdict | readonly Verdict[],
    findings: readonly string[] = [],
  ): Scenario => ({
    id,
    title,
    shows,
    body: {
      chain: world.chain,
      from,
      to,
      value: value.toString(),
      data,
      ...(authorizationList && { authorizationList }),
    },
    expect: { recommendation: typeof recommendation === 'string' ? [recommendation] : recommendation, findings },
  })
}
