/** Where readers of a wallet's past begin their words, and who failed: a service by its name, a node by what it was asked. */
const NODE: Readonly<Record<string, string>> = {
  logs: 'logs',
  head: 'logs',
  ots_: 'history',
  ots: 'history',
  'old state': 'history',
  archive: 'history',
  index: 'history',
}
/** What a node does not keep or offer, and histories too long to be read, are no failures. */
const FAILED = /could not be read|no answer within/

/**
 * Who failed while a wallet's past was learned, from the words that say why it is short; each once.
 * @example failedHistorySources(['Etherscan: over its rate limit', 'logs: token transfers could not be read']) // ['Etherscan', 'logs']
 */
export function failedHistorySources(cut: readonly string[]): string[] {
  const names = cut.flatMap((words) => {
    const [, who = '', what = ''] = /^([\w][\w. -]{0,30}): (.*)$/s.exec(words) ?? []
    if (/^[A-Z]/.test(who)) return [who]
    const named = Object.hasOwn(NODE, who) ? NODE[who] : undefined
    return named !== undefined && FAILED.test(what) ? [named] : []
  })
  return [...new Set(names)]
}
