import { writeFileSync } from 'node:fs'
import type { api, CallOptions, TransactionInput } from '@redoubt/client'
import { type Command, Option } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type Context, parseSeconds, type Session } from '../connection/session.ts'
import { type Chain, chainOfId, DEFAULT_CHAIN } from '../subject/chains.ts'
import { guessSubject, type Message, type Subject } from '../subject/guessSubject.ts'
import { parseRawTransaction } from '../subject/parseRawTransaction.ts'
import { readNamedText, readText } from '../subject/readText.ts'
import { refuseUnusedOptions } from '../subject/refuseUnusedOptions.ts'
import { UsageError } from '../usageError.ts'
import { EXIT, type ExitCode, exitCodeOf, FAIL_ON, type FailOn, worstCode } from '../verdict/exitCode.ts'
import { hasNoCode, printScan, type Scanned, wordOf } from '../verdict/printScan.ts'
import { watched } from './watch.ts'

export type ScanOptions = {
  chain?: Chain
  deadline?: number
  failOn?: FailOn
  watch?: number | true
  all?: boolean
  from?: string
  to?: string
  value?: string
  data?: string
  address?: string
  origin?: string
  payment?: string
  browse?: boolean
  transactions?: boolean
  witness?: string
}

/** Milliseconds for a scan that is executed again and again until its reads are known. */
const WITNESSED_MS = 90_000
/** The service answers with what it knows by then. */
const SLOWEST_SECONDS = 30

/** `scan`: guesses what it is given; `scan KIND` does not. */
export function addScan(program: Command, context: Context): void {
  const { name } = context
  const scan = program
    .command('scan')
    .description(CLIENT_COMMANDS.scan)
    .argument(
      '[what]',
      'URL, address, transaction hash, raw transaction, call data with --to, JSON, a file of these, or -',
    )
    .enablePositionalOptions()
  addTransactionOptions(addScanOptions(scan))
    .option('--address <signer>', 'who is asked to sign a message')
    .option('--browse', 'run the page of a URL in a browser')
  act<ScanOptions>(context, scan, async (session, [what], options) => {
    if (what === undefined && options.to !== undefined) return scanOptions(session, options)
    const subject = guessSubject(await readText(what, session.terminal), options.to !== undefined)
    return runScan(session, subject, options, 'guessed')
  })
  scan.addHelpText(
    'after',
    `
An address is scanned as a contract where it has code, else as a wallet. JSON is typed data, a transaction, a bundle, a user
operation, or a request of a wallet (JSON-RPC).
Exit codes: 0 safe or low, 10 low with --fail-on low, 11 medium, 12 high, 13 critical, 14 incomplete or no code;
--fail-on moves the limit.

Examples:
  $ ${name} scan https://lantern-airdrop.test
  $ ${name} scan 0xEB53DB7800A5C12ee5E79406361cfB6e75534778 --chain ethereum
  $ ${name} scan 0x4e71d92d --to 0xFC97… --from 0xC022… --value 0.02ether
  $ ${name} scan permit.json --fail-on high
  $ cat request.json | ${name} scan - --json`,
  )
  addKinds(scan, context)
}

function addKinds(scan: Command, context: Context): void {
  const example = (kind: Command, line: string) =>
    kind.addHelpText('after', `\nExample:\n  $ ${context.name} scan ${line}`)

  const url = scan.command('url').description('a web site').argument('<url>')
  addScanOptions(url).option('--browse', 'run its page in a browser')
  example(url, 'url https://lantern-airdrop.test --browse')
  act<ScanOptions>(context, url, (session, [given = ''], options) => {
    const guess = guessSubject(given, false)
    if (guess.kind !== 'url') throw new UsageError('Expected an http or https address.')
    return runScan(session, guess, options)
  })

  const contract = scan.command('contract').description('a contract or token').argument('<address>')
  addScanOptions(contract)
  example(contract, 'contract 0xEB53DB7800A5C12ee5E79406361cfB6e75534778')
  act<ScanOptions>(context, contract, (session, [address = ''], options) => {
    refuseUnusedOptions({ kind: 'address', address }, options)
    return runWith(session, options, `the contract ${address}`, () => scanContract(session, address, options))
  })

  const wallet = scan.command('wallet').description('a wallet').argument('<address>')
  addScanOptions(wallet).option('--transactions', 'with its latest transactions (in --json)')
  example(wallet, 'wallet 0xC022C85bCe79a889068e142c337e7d8EC5BEa139 --chain bsc')
  act<ScanOptions>(context, wallet, (session, [address = ''], options) => {
    refuseUnusedOptions({ kind: 'address', address }, options)
    return runWith(session, options, `the wallet ${address}`, () => scanWallet(session, address, options))
  })

  const tx = scan.command('tx').description('a transaction, a bundle or a user operation')
  tx.argument(
    '[what]',
    'hash, raw transaction, JSON, a file of these, or -; without it --to, --from, --value and --data',
  )
  addTransactionOptions(addScanOptions(tx))
  example(tx, 'tx --from 0xC022… --to 0xFC97… --value 28571428571428571 --data 0x4e71d92d')
  act<ScanOptions>(context, tx, async (session, [what], options) => {
    if (what === undefined && options.to !== undefined) return scanOptions(session, options)
    const subject = guessSubject(await readText(what, session.terminal), options.to !== undefined)
    if (subject.kind === 'url' || subject.kind === 'address' || subject.kind === 'message')
      throw new UsageError(`Expected a transaction, not a ${subject.kind}.`)
    return runScan(session, subject, options)
  })

  const message = scan.command('message').description('a text or typed data to sign')
  message.argument('[text]', 'the text, typed data as JSON, a file with either, or -')
  addScanOptions(message)
    .option('--address <signer>', 'who is asked to sign; a wallet request names it itself')
    .option('--origin <url>', 'the site that asks')
    .option('--payment <file>', 'the x402 requirements that were accepted, as JSON: the message must not take more')
  example(message, 'message permit.json --address 0xa23B22d7E75cE4C5941f57734B8fEF489b92eDF2')
  act<ScanOptions>(context, message, async (session, [given], options) => {
    const text = await readText(given, session.terminal)
    const json = /^\s*\{/.test(text) ? guessSubject(text, false) : null
    const body: Message = json?.kind === 'message' ? json.body : { message: text }
    return runScan(session, { kind: 'message', body }, options)
  })
}

export function addScanOptions(command: Command): Command {
  return command
    .option('--chain <network>', `network; default ${DEFAULT_CHAIN}`)
    .option('--deadline <seconds>', `answer with what is known by then, 0.2 to ${SLOWEST_SECONDS}`, parseSeconds)
    .addOption(
      new Option('--fail-on <level>', 'exit with the code of the level from here on; default medium').choices(FAIL_ON),
    )
    .option(
      '--watch [seconds]',
      'scan again every minute, or as often as said, and print each change of the verdict',
      parseSeconds,
    )
    .option('--all', 'print all findings')
    .option('--witness <file>', 'write the signed verdict, which redoubt verify executes again without a network')
}

function addTransactionOptions(command: Command): Command {
  return command
    .option('--from <address>', 'sender of a transaction')
    .option('--to <address>', 'recipient of a transaction')
    .option('--value <amount>', 'wei as decimal or 0x text, or an amount such as 0.5ether')
    .option('--data <hex>', 'call data of a transaction')
    .option('--origin <url>', 'the site that asks')
}

function transactionFrom({ from, to, value, data }: ScanOptions): Subject {
  if (from === undefined) throw new UsageError('Who sends it decides what happens: give --from.')
  const body: TransactionInput = { from, to: to ?? null }
  if (value !== undefined) body.value = weiOf(value)
  if (data !== undefined) body.data = data
  return { kind: 'transaction', body }
}

/** Wei of `1000`, `0x3e8`, `0.5ether` or `2gwei`; digits are counted, never rounded. */
export function weiOf(text: string): string {
  const [, whole = '', fraction = '', unit] = /^(\d+)(?:\.(\d+))?(ether|gwei|wei)$/i.exec(text) ?? []
  if (unit === undefined) {
    if (/^(?:\d+|0x[\da-f]+)$/i.test(text)) return text
    throw new UsageError(
      `--value: expected wei as decimal or 0x text, or an amount such as 0.5ether or 2gwei, not ${text}.`,
    )
  }
  const decimals = { ether: 18, gwei: 9, wei: 0 }[unit.toLowerCase()] ?? 0
  if (fraction.length > decimals) throw new UsageError(`--value: ${text} has more than ${decimals} decimals.`)
  return String(BigInt(whole + fraction.padEnd(decimals, '0')))
}

/** A transaction that options alone say. */
function scanOptions(session: Session, { data = '0x', ...options }: ScanOptions): Promise<ExitCode> {
  return runScan(session, { kind: 'calldata', data }, options)
}

async function runScan(
  session: Session,
  subject: Subject,
  options: ScanOptions,
  guessed?: 'guessed',
): Promise<ExitCode> {
  refuseUnusedOptions(subject, options)
  const what = describe(subject, options)
  if (guessed !== undefined && session.out.forPeople) session.out.note(`Scanning ${what}.`)
  return runWith(session, options, what, () => scanSubject(session, subject, options))
}

/** Scans once, or again and again; prints, and answers the exit code. */
function runWith(
  session: Session,
  options: ScanOptions,
  what: string,
  scan: () => Promise<Scanned>,
): Promise<ExitCode> {
  const { out } = session
  return watched(session, options.watch, {
    look: () => session.wait(`Scanning ${what}`, scan),
    show: (scanned) => {
      if (out.wantsJson) out.json(scanned.result, options.watch === undefined ? undefined : 'compact')
      else if (out.quiet) out.line(wordOf(scanned))
      else printScan(out, scanned, options.all === true)
      if (scanned.kind === 'contract' && hasNoCode(scanned.result))
        out.note(
          `There is no code at ${scanned.result.address} on ${scanned.result.chain}, so no contract was judged. Is the network right? scan wallet judges the account.`,
        )
    },
    signature: (scanned) => `${wordOf(scanned)} ${scanned.result.riskScore} ${scanned.result.complete}`,
    code: (scanned) => codeOf(scanned, options.failOn),
    endsOn: options.failOn,
  })
}

/** A contract that is not there was not examined: a build that checks what it deployed must not pass. */
function codeOf(scanned: Scanned, failOn: FailOn | undefined): ExitCode {
  const code = exitCodeOf(scanned.result, failOn)
  const missing = scanned.kind === 'contract' && hasNoCode(scanned.result) && failOn !== 'never'
  return missing ? worstCode([code, EXIT.incomplete]) : code
}

function describe(subject: Subject, { chain = DEFAULT_CHAIN }: ScanOptions): string {
  switch (subject.kind) {
    case 'url':
      return `the site ${subject.url}`
    case 'address':
      return `the address ${subject.address} on ${chain}`
    case 'hash':
      return `the transaction ${subject.hash}`
    case 'raw':
      return 'the raw transaction'
    case 'calldata':
    case 'transaction':
      return 'the transaction'
    case 'message':
      return 'the message'
  }
}

async function scanSubject(session: Session, subject: Subject, options: ScanOptions): Promise<Scanned> {
  switch (subject.kind) {
    case 'url':
      return scanUrl(session, subject.url, options)
    case 'address':
      return scanAddress(session, subject.address, options)
    case 'hash':
      return scanHash(session, subject.hash, options)
    case 'raw':
      return scanTransaction(session, await parseRawTransaction(subject.raw, options.from), options)
    case 'calldata': {
      const made = transactionFrom({ ...options, data: subject.data })
      return scanSubject(session, made, options)
    }
    case 'transaction':
      return scanTransaction(session, subject.body, options)
    case 'message':
      return scanMessage(session, subject.body, options)
  }
}

async function scanUrl(
  { client, terminal }: Session,
  url: string,
  { chain, browse, deadline }: ScanOptions,
): Promise<Scanned> {
  const options = { ...deadlineOf(deadline), ...(browse === true && { browse }) }
  const body = { url, ...(chain !== undefined && { chain }), options }
  return { kind: 'url', result: await client.scan.url(body, terminal) }
}

/** The code at an address says what it is: accounts without code, and those that only delegate, are wallets. */
async function scanAddress(session: Session, address: string, options: ScanOptions): Promise<Scanned> {
  const contract = await scanContract(session, address, options)
  if (contract.kind !== 'contract') return contract
  return hasNoCode(contract.result) ? scanWallet(session, address, options) : contract
}

async function scanContract(session: Session, address: string, options: ScanOptions): Promise<Scanned> {
  const { client } = session
  const { chain = DEFAULT_CHAIN, deadline } = options
  const body = { address, chain, options: { ...deadlineOf(deadline), ...witnessOf(options) } }
  const scan = (call: CallOptions) => client.scan.contract(body, call)
  return { kind: 'contract', ...(await withVerdict(session, options, scan)) }
}

async function scanWallet({ client, terminal }: Session, address: string, options: ScanOptions): Promise<Scanned> {
  const { chain, deadline, transactions } = options
  const query = {
    ...(chain !== undefined && { chain }),
    ...deadlineOf(deadline),
    ...(transactions === true && { includeTransactions: true }),
  }
  return { kind: 'wallet', result: await client.scan.wallet(address, query, terminal) }
}

async function scanHash(
  { client, terminal }: Session,
  hash: string,
  { chain, deadline }: ScanOptions,
): Promise<Scanned> {
  const query = { ...(chain !== undefined && { chain }), ...deadlineOf(deadline) }
  return { kind: 'transaction', result: await client.scan.sentTransaction(hash, query, terminal) }
}

async function scanTransaction(session: Session, given: TransactionInput, options: ScanOptions): Promise<Scanned> {
  const { chain, origin, deadline, from } = options
  const body: TransactionInput = {
    ...given,
    options: { ...given.options, ...deadlineOf(deadline), ...witnessOf(options) },
  }
  if (chain !== undefined) body.chain = chain
  else if (body.chain === undefined && body.chainId != null) body.chain = chainOfId(Number(body.chainId))
  if (from !== undefined && body.userOperation === undefined) body.from ??= from
  if (origin !== undefined) body.origin = origin
  const scan = (call: CallOptions) => session.client.scan.transaction(body, call)
  return { kind: 'transaction', ...(await withVerdict(session, options, scan)) }
}

async function scanMessage(
  session: Session,
  { address: named, ...given }: Message,
  options: ScanOptions,
): Promise<Scanned> {
  const { address = named, chain, origin, payment, deadline } = options
  if (address === undefined) throw new UsageError('Who signs decides what is at stake: give --address SIGNER.')
  const body = {
    ...given,
    address,
    ...(chain !== undefined && { chain }),
    ...(origin !== undefined && { origin }),
    ...(payment !== undefined && { paymentRequirements: await readRequirements(payment, session.terminal) }),
    options: { ...deadlineOf(deadline), ...witnessOf(options) },
  }
  const scan = (call: CallOptions) => session.client.scan.message(body, call)
  return { kind: 'message', ...(await withVerdict(session, options, scan)) }
}

async function readRequirements(given: string, terminal: Session['terminal']): Promise<api.PaymentRequirements> {
  try {
    return JSON.parse(await readNamedText('--payment', given, terminal))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new UsageError('--payment: expected one element of `accepts` of the x402 answer, as JSON.')
    throw error
  }
}

function witnessOf({ witness }: ScanOptions): { witness?: true } {
  return witness === undefined ? {} : { witness: true }
}

/** Scans, tells the scan's id, and writes the verdict where the options name a file. @throws Error when the service kept none. */
async function withVerdict<Result extends { witness?: api.KeptWitness | api.RefusedWitness }>(
  { client, terminal, out }: Session,
  { witness: file }: ScanOptions,
  scan: (call: CallOptions) => Promise<Result>,
): Promise<{ result: Result; id: string }> {
  const { signal } = terminal
  let id = ''
  const onMeta = ({ requestId, scanId = requestId }: api.Meta) => {
    id = scanId
  }
  if (file === undefined) {
    const result = await scan({ signal, onMeta })
    return { result, id }
  }
  const result = await scan({ signal, onMeta, timeoutMs: WITNESSED_MS })
  if (result.witness?.kept !== true)
    throw new Error(`The service kept no verdict: ${result.witness?.reason ?? 'unknown'}.`)
  const { jws } = await client.scans.verdict(id, { signal })
  writeFileSync(file, `${jws}\n`)
  out.note(`Verdict of the scan ${id} written to ${file}.`)
  return { result, id }
}

function deadlineOf(seconds: number | undefined): { deadlineMs?: number } {
  return seconds === undefined ? {} : { deadlineMs: Math.round(seconds * 1000) }
}
