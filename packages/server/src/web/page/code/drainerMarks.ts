import type { CodeMark, DrainerMark } from '@redoubt/risk/facts/page.ts'
import { type Code, findMarks, findNear, type Rule } from './code.ts'

const TAKES =
  /\b(?:eth_sendTransaction|eth_signTypedData|sendTransaction|signTypedData|approve|permit|setApprovalForAll|transferFrom|increaseAllowance)\w{0,20}/i
const LOOPS = /\bfor\s?(?:await\s?)?\(|\.forEach\s?\(|\bwhile\s?\(|\.reduce\s?\(/
const WORTH = /\b(?:usd|value|worth|price|balance|amount|quote)\w{0,20}\b/i

// Names under which kits are sold, as incident reports write them.
const KITS =
  /\b(?:inferno|pink|angel|monkey|venom|medusa|pussy|vanilla|nova|ace|ms|eleven|chick|atomic|ghost|spider)[\s_.-]{0,2}drainer\b|\brublevka[\s_.-]{0,2}team\b|\bcryptograb\b/i
const DRAINS =
  /\b(?:start|run|do|init|auto|execute|begin)?_?(?:drain|steal)_?(?:er|wallet|tokens?|nfts?|assets?|erc20|eth|native|balances?|funds?|victims?)\w{0,30}\s?[(=:]/i
const VICTIMS =
  /\b(?:log|send|new|notify|save|track)?_?victims?_?(?:address|wallet|ip|country|balances?|data|log|info|worth)?\b\s?[:=.,()]/i
const WALLET = /\b(?:ethereum|eth_\w{4,40}|wallet)\b/

const sortsAndTakes = (code: string) =>
  findNear(code, /\.sort\s?\(/g, [new RegExp(`^.{0,120}${WORTH.source}`, 'is'), LOOPS, TAKES], 1_600)
const hopsChains = (code: string) =>
  findNear(code, /\bwallet_switchEthereumChain\b/g, [TAKES], 900) !== null
    ? findNear(code, /\bwallet_switchEthereumChain\b/g, [LOOPS], -700)
    : null
/** Asks again until the answer is yes. Transpiled async code has `while(1)switch`, which asks for nothing. */
const insists = (code: string) =>
  findNear(code, /\bwhile\s?\(\s?(?:true|1|!0|!\w{1,20})\s?\)\s?(?!switch)/g, [TAKES, /\bcatch\b/], 900)

const MARKS: readonly Rule<DrainerMark>[] = [
  ['kit-name', KITS],
  ['drain-function', DRAINS],
  ['victim-log', (code) => (WALLET.test(code) ? (VICTIMS.exec(code)?.index ?? null) : null)],
  ['balance-sorting', sortsAndTakes],
  ['chain-hopping-sweep', hopsChains],
  ['kit-structure', structure],
]

/** Structure of kits that empty wallets: the dearest holding first, every chain in turn, victims written down. */
export function drainerMarksIn(code: Code): CodeMark<DrainerMark>[] {
  return findMarks(code, MARKS)
}

const SEVERAL_WAYS: readonly RegExp[] = [
  /\bapprove\b|095ea7b3|\bincreaseAllowance\b/i,
  /["'`]Permit|d505accf|\bPermit(?:Single|Batch)?\b/,
  /\bsetApprovalForAll\b|a22cb465/i,
  /\beth_getBalance\b|\.getBalance\s?\(/,
  /\bapi\.(?:covalenthq|zerion|debank|opensea|moralis|zapper)\b|deep-index\.moralis|pro-openapi\.debank|alchemy_getTokenBalances/i,
]
const FEWEST_WAYS = 3

/** Several ways to take, and at least one habit that no honest page has. */
function structure(code: string): number | null {
  const ways = SEVERAL_WAYS.filter((way) => way.test(code)).length
  if (ways < FEWEST_WAYS || !TAKES.test(code)) return null
  const habits = [insists(code), sortsAndTakes(code), hopsChains(code)]
  if (WALLET.test(code)) habits.push(VICTIMS.exec(code)?.index ?? null)
  const reports = /api\.telegram\.org\/bot|discord(?:app)?\.com\/api\/webhooks/i.exec(code)?.index ?? null
  return [...habits, reports].find((habit) => habit !== null) ?? null
}
