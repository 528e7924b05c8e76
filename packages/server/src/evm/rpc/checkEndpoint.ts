/** One thing that an endpoint can, or cannot. `remedy` is an imperative for the operator. */
export type EndpointCheck = {
  name: 'reachable' | 'chain id' | 'head' | 'archive' | 'traces' | 'overrides' | 'logs' | 'proofs'
  /** `warning`: scans do without, and say or take more. */
  state: 'ok' | 'warning' | 'failed'
  detail: string
  remedy: string | null
}

/** What the endpoint is expected to be of. `maxHeadAgeSeconds` null: its newest block may be of any age. */
export type ExpectedNetwork = { chainId: number; maxHeadAgeSeconds: number | null }

/** Sends one JSON-RPC request. Rejects when the endpoint is not reachable, answers `error` where it says no. */
export type AskEndpoint = (
  method: string,
  params: readonly unknown[],
) => Promise<{ result: unknown } | { error: string }>

const UNUSED_ADDRESS = '0x00000000000000000000000000000000005eed2a'
const RETURN_42 = '0x602a60005260206000f3'
/** Blocks back at which state is asked for, deepest last, and widths of log ranges, widest first. */
const DEPTHS = [128, 10_000, 1_000_000]
const RANGES = [10_000, 1_000, 100]

/**
 * Asks an endpoint for what scans use of it. The first two failures end the list: of an endpoint of another chain nothing else matters.
 * @param now Unix milliseconds.
 */
export async function checkEndpoint(
  ask: AskEndpoint,
  { chainId, maxHeadAgeSeconds }: ExpectedNetwork,
  now: number,
): Promise<EndpointCheck[]> {
  const id = await ask('eth_chainId', []).catch((error: unknown) => ({ unreachable: messageOf(error) }))
  if ('unreachable' in id)
    return [failed('reachable', id.unreachable, 'Check the URL, its key, and whether this machine may reach the host.')]
  const answered = 'result' in id ? Number(id.result) : Number.NaN
  if (answered !== chainId)
    return [
      failed(
        'chain id',
        Number.isNaN(answered)
          ? `no chain id: ${'error' in id ? id.error : String(id.result)}`
          : `chain ${answered}, expected ${chainId}`,
        'Move the URL to the variable of its own network.',
      ),
    ]
  const works = async (
    method: string,
    params: readonly unknown[],
    isRight: (result: unknown) => boolean = () => true,
  ) => {
    const answer = await ask(method, params).catch((error: unknown) => ({ error: messageOf(error) }))
    if ('error' in answer) return answer.error
    return answer.result != null && isRight(answer.result) ? null : 'the answer is not what was asked for'
  }
  const block = await ask('eth_getBlockByNumber', ['latest', false]).catch(() => null)
  const { number, timestamp } = (
    block !== null && 'result' in block && block.result !== null ? block.result : {}
  ) as Record<string, unknown>
  const head = Number(number)
  const [archive, traces, overrides, logs, proofs] = await Promise.all([
    deepest(head, (at) => works('eth_getBalance', [UNUSED_ADDRESS, at])),
    works('debug_traceCall', [{ to: UNUSED_ADDRESS }, 'latest', { tracer: 'prestateTracer' }]),
    works(
      'eth_call',
      [{ to: UNUSED_ADDRESS, data: '0x' }, 'latest', { [UNUSED_ADDRESS]: { code: RETURN_42 } }],
      (result) => /^0x0{62}2a$/.test(String(result)),
    ),
    widest(head, (fromBlock, toBlock) =>
      works('eth_getLogs', [{ address: UNUSED_ADDRESS, fromBlock, toBlock }], Array.isArray),
    ),
    works('eth_getProof', [UNUSED_ADDRESS, [], 'latest']),
  ])
  return [
    headCheck(head, now / 1_000 - Number(timestamp), maxHeadAgeSeconds),
    archive,
    optional(
      'traces',
      traces,
      'debug_traceCall is offered',
      'Use an endpoint with debug_traceCall: without it scans read state step by step.',
    ),
    optional(
      'overrides',
      overrides,
      'state overrides are honoured',
      'Use an endpoint that honours state overrides: without them some reads are made one by one.',
    ),
    logs,
    optional(
      'proofs',
      proofs,
      'eth_getProof is offered',
      'Without proofs it stays open which of two endpoints is wrong; a third endpoint helps as well.',
    ),
  ]
}

/** @param age of the newest block, in seconds. */
function headCheck(head: number, age: number, maxAge: number | null): EndpointCheck {
  if (!Number.isFinite(head) || !Number.isFinite(age))
    return failed('head', 'no newest block', 'Wait until the node has synchronised, or use another endpoint.')
  const detail = `block ${head}, ${Math.round(age)} s old`
  if (maxAge === null || age <= maxAge) return { name: 'head', state: 'ok', detail, remedy: null }
  return failed('head', detail, 'Wait until the node has synchronised; if this machine’s clock is wrong, set it.')
}

const NO_HEAD = 'not tried: there is no newest block to count from'
const HEAD_FIRST = 'See what is said of the head first.'

/** How far back state is kept. */
async function deepest(head: number, ask: (at: string) => Promise<string | null>): Promise<EndpointCheck> {
  if (!Number.isFinite(head)) return warning('archive', NO_HEAD, HEAD_FIRST)
  const within = DEPTHS.filter((depth) => depth < head)
  const reasons = await Promise.all(within.map((depth) => ask(hex(head - depth))))
  const missing = reasons.findIndex((reason) => reason !== null)
  if (missing < 0) return { name: 'archive', state: 'ok', detail: 'state of the past is kept', remedy: null }
  const kept = within[missing - 1]
  const detail = `state ${within[missing]} blocks back is not kept${kept === undefined ? '' : `, ${kept} blocks back it is`}`
  return warning(
    'archive',
    detail,
    'Add an archive endpoint: without one the age of accounts and the creation of contracts stay unknown.',
  )
}

/** How many blocks one request for logs may span. */
async function widest(head: number, ask: (from: string, to: string) => Promise<string | null>): Promise<EndpointCheck> {
  if (!Number.isFinite(head)) return warning('logs', NO_HEAD, HEAD_FIRST)
  let reason: string | null = null
  for (const range of RANGES) {
    reason = await ask(hex(Math.max(0, head - range + 1)), hex(head))
    if (reason !== null) continue
    const detail = `ranges of ${range} blocks`
    if (range === RANGES[0]) return { name: 'logs', state: 'ok', detail, remedy: null }
    return warning(
      'logs',
      detail,
      'Use an endpoint that allows wider ranges: approvals and histories take more requests with this one.',
    )
  }
  return failed(
    'logs',
    reason ?? 'no answer',
    'Use an endpoint with eth_getLogs: without it approvals, events and monitors do not work.',
  )
}

function optional(name: EndpointCheck['name'], reason: string | null, detail: string, remedy: string): EndpointCheck {
  return reason === null ? { name, state: 'ok', detail, remedy: null } : warning(name, reason, remedy)
}

function warning(name: EndpointCheck['name'], detail: string, remedy: string): EndpointCheck {
  return { name, state: 'warning', detail: bounded(detail), remedy }
}

function failed(name: EndpointCheck['name'], detail: string, remedy: string): EndpointCheck {
  return { name, state: 'failed', detail: bounded(detail), remedy }
}

/** An endpoint's words are one short line, without a full stop of its own. */
function bounded(text: string): string {
  return text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 160)
    .replace(/\.$/, '')
}

function hex(block: number): string {
  return `0x${block.toString(16)}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
