import { existsSync } from 'node:fs'
import { styleText } from 'node:util'
import { createOperatorFetch, type OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { type App, createApp } from '../../composition/app.ts'
import { demoScenarios, type Scenario } from '../../sandbox/scenarios.ts'
import { allSites } from '../../sandbox/sites/allSites.ts'
import { factSites } from '../../sandbox/sites/factSites.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/renderTransaction.ts'
import { readOwnConfig } from '../readOwnConfig.ts'

/** The built documentation; without it /docs has no page. */
const SITE = new URL('../../../site/docs/index.html', import.meta.url)

const LEVEL_COLORS = { safe: 'green', low: 'green', medium: 'yellow', high: 'red', critical: 'bgRed' } as const

const SEVERITY_MARKS = {
  info: styleText('dim', 'i'),
  low: styleText('dim', '·'),
  medium: styleText('yellow', '!'),
  high: styleText('red', '!'),
  critical: styleText('red', '✖'),
} as const

const MAX_WARNINGS = 4

const DEMO_DATABASE = 'sqlite:./data/demo.db'
const SCAN_DEADLINE_MS = 30_000
/** The first scans of a new process on a busy machine take longer than the usual deadline, and should say what later ones say. */
const ANALYSIS_MS = 20_000
const MAX_ANSWER_BYTES = 4 * 1024 ** 2

/**
 * `redoubt demo`: sandbox chain, service, key, six explained scans over HTTP. Stays up afterwards; with `once` it ends.
 * @throws Error when a scan is not answered with 200.
 */
export async function demo({ once }: { once: boolean }): Promise<void> {
  const started = performance.now()
  const say = (line = '') => process.stdout.write(`${line}\n`)
  const progress = (line: string) => say(styleText('dim', `  ${seconds(started)}  ${line}`))
  say(styleText('bold', 'Redoubt demo: three miniature networks on a real EVM, scanned before signing'))
  const app = await createApp(demoConfig(), progress)
  const http = createOperatorFetch()
  try {
    // First, so that a port in use is said before the networks are built.
    const url = await listen(app)
    const sandbox = await app.sandbox()
    const { account, key, token } = await demoKey(app)
    progress(`listening on ${url}, key "${key.name}" created`)
    const world = sandbox.world.ethereum
    for (const [index, scenario] of demoScenarios(world).entries()) {
      const result = await scan(http, url, token, scenario)
      say(`\n${styleText('bold', `${index + 1}. ${scenario.title}`)}  ${styleText('dim', scenario.shows)}`)
      say(transactionSummary(result, scenario.body.from))
      say(styleText('dim', `  ${curl(url, token, scenario)}`))
    }
    say(`\n${styleText('bold', 'Who is who')} ${styleText('dim', '(all three networks have their own)')}`)
    for (const [name, address] of Object.entries(whoIsWho(world))) say(`  ${name.padEnd(22)} ${address}`)
    say(
      `\n${styleText('bold', 'Web sites')} ${styleText('dim', '(POST /v1/scan/url; this key reaches no other site)')}`,
    )
    for (const { kind, name, url: site } of allSites(world)) say(`  ${`${kind} ${name}`.padEnd(32)} ${site}`)
    for (const { url: site, sees } of factSites()) say(`  ${site.padEnd(32)} ${sees}`)
    say(styleText('dim', '  Every value that the contract names, with a subject that shows it: docs/VALUES.md'))
    say(
      `\n${styleText('bold', 'Key')}  ${token}   ${styleText('bold', 'Docs')}  ${existsSync(SITE) ? `${url}/docs` : 'npm run build:docs makes them, for /docs'}   ${styleText('dim', `ready after ${seconds(started)}`)}`,
    )
    const dashboard = once ? null : await app.ownerLink(url, account)
    if (dashboard !== null)
      say(
        `${styleText('bold', 'Dashboard')}  ${dashboard}&environment=test   ${styleText('dim', 'opens it signed in, once')}`,
      )
    if (!once) {
      say(styleText('dim', 'Press Ctrl-C to stop.'))
      await new Promise<void>((resolve) => {
        process.once('SIGINT', resolve)
        process.once('SIGTERM', resolve)
      })
    }
  } finally {
    await http.close()
    await app.close()
  }
}

/** People first, then the contracts one meets: tokens, traps, what is traded and collected. */
function whoIsWho({ actors, tokens, listings, traps, safe, nfts, dex }: SandboxWorld): Record<string, string> {
  const { v2Router, v3Router } = dex
  return {
    ...actors,
    treasury: safe.treasury,
    ...prefixed('token', tokens),
    ...prefixed('token', listings),
    ...prefixed('trap', traps),
    ...prefixed('nft', nfts),
    v2Router,
    v3Router,
  }
}

function prefixed(kind: string, addresses: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(addresses).map(([name, address]) => [`${kind} ${name}`, address]))
}

/** The demo's own database, so that it never mixes with an operator's; the asked port, else any free one. */
function demoConfig() {
  const config = readOwnConfig({ LOG_LEVEL: 'error' })
  return { ...config, databaseUrl: process.env.DATABASE_URL || DEMO_DATABASE }
}

async function listen(app: App): Promise<string> {
  try {
    return await app.listen()
  } catch (error) {
    const { cause } = error as Error
    if ((cause as NodeJS.ErrnoException | undefined)?.code !== 'EADDRINUSE' || process.env.PORT) throw error
    return app.listen(0)
  }
}

/** A fresh key each time, because a token is shown once; the ones of earlier demos are revoked. */
async function demoKey({ store }: App) {
  const account =
    (await store.accounts.list()).find(({ name }) => name === 'demo') ??
    (await store.accounts.create({ name: 'demo', plan: 'enterprise', operator: true }))
  for (const { id } of await store.keys.list(account.id, 'test')) await store.keys.revoke(account.id, 'test', id)
  const made = await store.keys.create({ accountId: account.id, name: 'demo', scopes: ['admin'], environment: 'test' })
  return { account, ...made }
}

async function scan(
  http: OperatorFetch,
  url: string,
  token: string,
  scenario: Scenario,
): Promise<TransactionScanResult> {
  const response = await http.fetch({
    url: `${url}/v1/scan/transaction`,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...scenario.body, options: { deadlineMs: ANALYSIS_MS } }),
    deadlineMs: SCAN_DEADLINE_MS,
    maxBytes: MAX_ANSWER_BYTES,
  })
  const text = response.body.toString('utf8')
  if (response.status !== 200) throw new Error(`The scan "${scenario.title}" was answered ${response.status}: ${text}`)
  return JSON.parse(text).data
}

function curl(url: string, token: string, { body }: Scenario): string {
  return `curl -s ${url}/v1/scan/transaction -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`.padStart(6)
}

type Simulation = NonNullable<TransactionScanResult['simulation']>

/**
 * A transaction scan for the terminal: verdict, what happens, what you lose and grant, and why. `sender` is EIP-55 or any case.
 * Colours follow NO_COLOR and whether the output is a terminal.
 */
export function transactionSummary(result: TransactionScanResult, sender: string): string {
  const color = LEVEL_COLORS[result.riskLevel]
  const lines = [
    `${styleText([color, 'bold'], ` ${result.recommendation} `)} ${result.riskLevel}, score ${result.riskScore}/100, confidence ${Math.round(result.confidence * 100)} %`,
  ]
  if (result.explanation) lines.push(`  ${styleText('bold', result.explanation.summary)}`)
  if (result.simulation) lines.push(...simulationLines(result.simulation, sender))
  for (const { severity, title, description } of result.warnings.slice(0, MAX_WARNINGS)) {
    lines.push(`  ${SEVERITY_MARKS[severity]} ${styleText('bold', title)}`, `      ${styleText('dim', description)}`)
  }
  const rest = result.warnings.length - MAX_WARNINGS
  if (rest > 0) lines.push(styleText('dim', `  … and ${rest} more in the JSON`))
  return lines.join('\n')
}

function simulationLines(simulation: Simulation, sender: string): string[] {
  const mine = simulation.balanceChanges.filter(({ account }) => account.toLowerCase() === sender.toLowerCase())
  const amount = ({ change, asset, tokenId }: (typeof mine)[number]) =>
    `${change.replace(/^-/, '')} ${asset}${tokenId === null ? '' : ` #${tokenId}`}`
  const lost = mine.filter(({ change }) => change.startsWith('-')).map(amount)
  const gained = mine.filter(({ change }) => !change.startsWith('-')).map(amount)
  const granted = simulation.approvalChanges.map(
    ({ symbol, token, after, spender, spenderLabel }) => `${after} ${symbol ?? token} to ${spenderLabel ?? spender}`,
  )
  return [
    ...(simulation.success
      ? []
      : [`  ${styleText('yellow', 'fails')}   ${simulation.revertReason ?? simulation.outcome}`]),
    `  ${styleText('red', 'you lose')}  ${lost.join(', ') || styleText('dim', 'nothing')}`,
    `  ${styleText('green', 'you gain')}  ${gained.join(', ') || styleText('dim', 'nothing')}`,
    `  ${styleText('yellow', 'you grant')} ${granted.join(', ') || styleText('dim', 'nothing')}`,
  ]
}
