/** The client's commands with a line about each. `redoubt` has them too, and loads them only when one is asked for. */
export const CLIENT_COMMANDS = {
  scan: 'verdict on a URL, address, transaction, call data or message, before you sign',
  score: 'score of an address, web site or transaction hash; of up to 100 at once',
  report: 'risk report of an address or web site, also as PDF',
  verdict: 'the signed verdict of a scan made with --witness, for redoubt verify',
  appeal: 'dispute a scan: scan it again, and report it to the operator',
  approvals: 'live approvals of a wallet, the riskiest first',
  permissions: 'everything that others may do with a wallet, and what ends it',
  rescue: 'how a sponsor moves everything out of a compromised account',
  revoke: 'unsigned transactions that revoke approvals; by default the risky ones',
  monitor: 'addresses that the service watches',
  webhook: 'where the service posts events',
  events: 'what happened to your entities and monitors in the last 30 days',
  login: 'keep an API key for a service; it is asked for and not shown',
  doctor: 'check the service, the key, its scopes and limits, the clock, the sources, and each network by a scan',
} as const

/** Whether `redoubt ARGS` is a command of the client, or asks for help on one. */
export function isClientCommand([first = '', second = '']: readonly string[]): boolean {
  return Object.hasOwn(CLIENT_COMMANDS, first === 'help' ? second : first)
}
