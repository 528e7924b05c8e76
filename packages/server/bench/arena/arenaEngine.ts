/** What an engine is given. `facts` by kind: docs/ARENA.md. */
export type ArenaCase = {
  id: string
  kind: 'host' | 'transaction' | 'message'
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
  judge(one: ArenaCase): ArenaVerdict | Promise<ArenaVerdict>
  close?(): Promise<void>
}
