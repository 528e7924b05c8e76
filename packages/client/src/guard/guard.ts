import type { Client } from '../createClient.ts'
import { assess, unassessed, unknownMethod } from './assess.ts'
import { cloneJson } from './cloneJson.ts'
import { type Ask, askOf, type Provider, sendAsyncOf, sendOf } from './eip1193.ts'
import { listenersOf } from './listeners.ts'
import { JUDGED, READS, SWITCH } from './methods.ts'
import { givenOrigin, pageOrigin } from './pageOrigin.ts'
import { chainOf, scanFor, type WalletState } from './scanFor.ts'
import { type Turns, turnsOf } from './turns.ts'
import { Unjudgeable } from './unjudgeable.ts'
import { defaultPolicy, GuardRefusal, type Policy, type Verdict, type WalletRequest } from './verdict.ts'
import { rewrap, unwrap, WRAPPER, type Wrapped } from './wrapper.ts'

export type GuardOptions = {
  client: Pick<Client, 'scan'>
  /** Decides on what was judged, could not be judged, or is not known. Default: only what is assessed as PROCEED passes. */
  policy?: Policy
  /** The site that asks. Default: the page's own address, in a browser. */
  origin?: string
  /** What the service knows by then is its verdict, in milliseconds, 200 to 30000. Default: 10000. */
  deadlineMs?: number
  /** Longest wait for that verdict, retries included, in milliseconds. Default: 15000. */
  timeoutMs?: number
  /**
   * Book what a signature lets go in the budget of the wallet's policy, before the wallet signs. Not for keys of pages; a key without the scope
   * `admin` needs `proof`, the wallet's own signature (`options.reserveProof` of POST /v1/scan/message). Default: false.
   */
  reserve?: boolean | { proof: string }
  /** Reads a signed transaction, with its sender as `from`; without it eth_sendRawTransaction is unassessed. */
  parseRaw?: (raw: string) => unknown
}

const DEADLINE_MS = 10_000
const TIMEOUT_MS = 15_000

/**
 * Puts the service before a wallet: every request that moves or promises something is judged first, and the wallet is asked only
 * when the policy allows it. The wallet gets the copy that was judged.
 * @returns a provider to use in place of the given one. @throws TypeError without a wallet or a client; GuardRefusal from its requests.
 * @example const provider = guard(window.ethereum, { client })
 */
export function guard<Given extends object>(provider: Given, options: GuardOptions): Given {
  const { request, sendAsync, send } = (provider ?? {}) as Provider
  if (![request, sendAsync, send].some((one) => typeof one === 'function'))
    throw new TypeError(
      'guard: expected the provider of a wallet, such as window.ethereum; is there a wallet in this browser?',
    )
  if (typeof options?.client?.scan !== 'object') throw new TypeError('guard: expected { client }, made by createClient')
  const ask = askOf(provider as Provider)
  const guarded = guardedAsk(ask, turnsOf(provider), options)
  const own: Record<string, unknown> = {
    request: async (args: unknown) => {
      const { method, params } = (args ?? {}) as { method?: unknown; params?: unknown }
      return guarded(method as string, params)
    },
    send: sendOf(guarded),
    sendAsync: sendAsyncOf(guarded),
    enable: () => guarded('eth_requestAccounts', undefined),
  }
  const listeners = listenersOf(provider, () => facade)
  // What is not known to be harmless is not there: another function of the wallet may send as well.
  const facade: object = new Proxy(Object.create(null), {
    get: (_, name) => {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name]
      const value: unknown = Reflect.get(provider, name)
      if (typeof value !== 'function') return typeof value === 'object' && value !== null ? undefined : value
      if (name === 'isConnected') return () => value.call(provider) === true
      return listeners(String(name))
    },
    has: (_, name) => (typeof name === 'string' && Object.hasOwn(own, name)) || Reflect.has(provider, name),
    // Old pages set flags of a wallet.
    set: () => true,
    defineProperty: () => false,
  })
  return facade as Given
}

/** `network`: the wallet's network when the policy is asked; null where none was judged. */
type Judgement = { verdict: Verdict; params: unknown; network: number | null }

function guardedAsk(
  ask: Ask,
  turns: Turns,
  {
    client,
    policy = defaultPolicy,
    deadlineMs = DEADLINE_MS,
    timeoutMs = TIMEOUT_MS,
    reserve = false,
    ...options
  }: GuardOptions,
): Ask {
  const origin = options.origin === undefined ? pageOrigin() : givenOrigin(options.origin)

  async function judge(asked: WalletRequest, wallet: WalletState): Promise<Judgement> {
    // The policy gets a copy of its own.
    const request = { method: asked.method, params: cloneJson(asked.params) }
    const subject = Object.hasOwn(JUDGED, asked.method) ? JUDGED[asked.method] : undefined
    if (subject === undefined) return { verdict: unknownMethod(request), params: asked.params, network: null }
    try {
      const scan = await scanFor(subject, asked, wallet, options.parseRaw)
      request.params = cloneJson(scan.params)
      const verdict = await assess(client, { scan, request, origin }, { deadlineMs, timeoutMs, reserve })
      // A wallet that changed its network meanwhile would sign for another one.
      const network = await wallet.chainId()
      if (network === scan.chainId) return { verdict, params: scan.params, network }
      const reason = `The wallet is on network ${network}, and ${scan.chainId} was judged.`
      return { verdict: { ...verdict, status: 'unassessed', reason }, params: scan.params, network }
    } catch (cause) {
      const reason = cause instanceof Unjudgeable ? cause.message : 'The wallet could not be asked.'
      return { verdict: unassessed(request, reason, cause), params: asked.params, network: null }
    }
  }

  async function decide(asked: WalletRequest, wallet: WalletState): Promise<unknown> {
    const { verdict, params, network } = await judge(asked, wallet)
    if ((await policy(verdict)) !== true) throw new GuardRefusal(verdict)
    if (network === null) return params
    // A person may have taken minutes.
    const now = await wallet.chainId().catch(() => null)
    if (now === network) return params
    const reason = `The wallet is on network ${now ?? 'unknown'}, and the policy was asked on ${network}.`
    throw new GuardRefusal({ ...verdict, status: 'unassessed', reason })
  }

  return async (method, given) => {
    if (typeof method !== 'string') throw new TypeError('guard: a request needs a method.')
    const params = cloneJson(given)
    const wrapped = method === WRAPPER ? unwrap(params) : null
    const asked = wrapped?.request ?? { method, params }
    const pass = (judged: unknown) => ask(method, wrapped === null ? judged : rewrap(wrapped, judged))
    if (READS.has(asked.method)) return pass(asked.params)
    if (asked.method === SWITCH) return turns.switching(asked.method, () => pass(asked.params))
    const wallet = walletState(ask, wrapped)
    if (Object.hasOwn(JUDGED, asked.method)) return turns.judged(async () => pass(await decide(asked, wallet)))
    const judged = await decide(asked, wallet)
    // What the guard does not know may change the network as well.
    return turns.switching(asked.method, () => pass(judged))
  }
}

/** @param wrapped a request that names its network itself. */
function walletState(ask: Ask, wrapped: Wrapped | null): WalletState {
  const askThere: Ask = (method, params) =>
    wrapped === null ? ask(method, params) : ask(WRAPPER, rewrap({ ...wrapped, request: { method, params } }, params))
  return {
    async nonce(account) {
      return Number(await askThere('eth_getTransactionCount', [account, 'latest']))
    },
    async chainId() {
      const id = wrapped?.chainId ?? Number(await ask('eth_chainId', undefined))
      chainOf(id)
      return id
    },
    async accounts() {
      const accounts = await askThere('eth_accounts', undefined)
      const named: unknown[] = Array.isArray(accounts) ? accounts : []
      return named.filter((account) => typeof account === 'string')
    },
  }
}
