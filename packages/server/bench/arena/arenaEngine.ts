/** What an engine is given. `facts` by kind: docs/ARENA.md. */
export type ArenaCase = {
  id: string
  kind: 'host' | 'transaction' | 'message' | 'contract'
  label: 'hostile' | 'honest'
  technique: string
  facts: Record<string, unknown>
  source: string
  licence: string
}

/**
 * `unable`: the engine has no rule about such a case. `unknown`: it has, and says that it knows too little: no accusation of an honest case,
 * and no hostile one caught.
 */
export type ArenaVerdict = { verdict: 'stop' | 'pass' | 'unknown' | 'unable'; why: string }

export type ArenaEngine = {
  name: string
  version: string
  licence: string
  /** Makes what the cases need, and returns them with it. Ours deploys contracts; the others are given where and what they are. */
  prepare?(cases: readonly ArenaCase[]): Promise<ArenaCase[]>
  judge(one: ArenaCase): ArenaVerdict | Promise<ArenaVerdict>
  close?(): Promise<void>
}
