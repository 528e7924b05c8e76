import type { Client } from '../createClient.ts'
import { assess, unassessed, unknownMethod } from './assess.ts'
import { cloneJson, isObject } from './cloneJson.ts'
import { type Ask, askOf, type Provider, sendAsyncOf, sendOf } from './eip1193.ts'
import { JUDGED, READS, WRAPPER } from './methods.ts'
import { chainOf, scanFor, Unjudgeable, type WalletState } from './scanFor.ts'
import { defaultPolicy, GuardRefusal, type Policy, type Verdict, type WalletRequest } from './verdict.ts'

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
  /** Book what a signature lets go in the budget of the wallet's policy, before the wallet signs. Not for keys of pages. Default: false. */
  reserve?: boolean
  /** Reads a signed transaction, with its sender as `from`; without it eth_sendRawTransaction is unassessed. */
  parseRaw?: (raw: string) => unknown
}

const DEADLINE_MS = 10_000
const TIMEOUT_MS = 15_000
const LISTENERS = ['on', 'once', 'off', 'addListener', 'removeListener', 'removeAllListeners']

/**
 * Puts the service before a wallet: every request that moves or promises something is judged first, and the wallet is asked only
 * when the policy allows it. The wallet gets the copy that was judged.
 * @returns a provider to use in place of the given one. @throws GuardRefusal from its requests.
 * @example const provider = guard(window.ethereum, { client })
 */
export function guard<Given extends object>(provider: Given, options: GuardOptions): Given {
  const ask = askOf(provider as Provider)
  const guarded = guardedAsk(ask, options)
  const own: Record<string, unknown> = {
    request: async (args: unknown) => {
      const { method, params } = (args ?? {}) as { method?: unknown; params?: unknown }
      return guarded(method as string, params)
    },
    send: sendOf(guarded),
    sendAsync: sendAsyncOf(guarded),
    enable: () => guarded('eth_requestAccounts', undefined),
  }
  const listeners = new WeakMap<object, unknown>()
  /** Emitters call a listener with `this`, and answer themselves: the wallet without its guard. */
  const listenerOf = (given: unknown) => {
    if (typeof given !== 'function') return given
    const known = listeners.get(given) ?? ((...args: unknown[]) => given.apply(facade, args))
    listeners.set(given, known)
    return known
  }
  // What is not known to be harmless is not there: another function of the wallet may send as well.
  const facade: object = new Proxy(Object.create(null), {
    get: (_, name) => {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name]
      const value: unknown = Reflect.get(provider, name)
      if (typeof value !== 'function') return typeof value === 'object' && value !== null ? undefined : value
      if (name === 'isConnected') return value.bind(provider)
      if (!LISTENERS.includes(String(name))) return undefined
      return (...args: unknown[]) => {
        value.apply(provider, args.map(listenerOf))
        return facade
      }
    },
    has: (_, name) => (typeof name === 'string' && Object.hasOwn(own, name)) || Reflect.has(provider, name),
    // Old pages set flags of a wallet.
    set: () => true,
    defineProperty: () => false,
  })
  return facade as Given
}

function guardedAsk(
  ask: Ask,
  {
    client,
    policy = defaultPolicy,
    deadlineMs = DEADLINE_MS,
    timeoutMs = TIMEOUT_MS,
    reserve = false,
    ...options
  }: GuardOptions,
): Ask {
  const origin = options.origin ?? pageOrigin()

  /** The verdict, and the parameters that it is about. */
  async function judge(asked: WalletRequest, wallet: WalletState): Promise<{ verdict: Verdict; params: unknown }> {
    // The policy gets a copy of its own.
    const request = { method: asked.method, params: cloneJson(asked.params) }
    const subject = Object.hasOwn(JUDGED, asked.method) ? JUDGED[asked.method] : undefined
    if (subject === undefined) return { verdict: unknownMethod(request), params: asked.params }
    try {
      const scan = await scanFor(subject, asked, wallet, options.parseRaw)
      request.params = cloneJson(scan.params)
      const verdict = await assess(client, { scan, request, origin }, { deadlineMs, timeoutMs, reserve })
      // A wallet that changed its network meanwhile would sign for another one.
      const now = await wallet.chainId()
      if (now === scan.chainId) return { verdict, params: scan.params }
      const reason = `The wallet is on network ${now}, and ${scan.chainId} was judged.`
      return { verdict: { ...verdict, status: 'unassessed', reason }, params: scan.params }
    } catch (cause) {
      const reason = cause instanceof Unjudgeable ? cause.message : 'The wallet could not be asked.'
      return { verdict: unassessed(request, reason, cause), params: asked.params }
    }
  }

  return async (method, given) => {
    if (typeof method !== 'string') throw new TypeError('guard: a request needs a method.')
    const params = cloneJson(given)
    if (READS.has(method)) return ask(method, params)
    const wrapped = method === WRAPPER ? unwrap(params) : null
    if (wrapped !== null && READS.has(wrapped.request.method))
      return ask(method, rewrap(wrapped, wrapped.request.params))
    const asked = wrapped?.request ?? { method, params }
    const { verdict, params: judged } = await judge(asked, walletState(ask, wrapped?.chainId ?? null))
    if ((await policy(verdict)) !== true) throw new GuardRefusal(verdict)
    if (wrapped === null) return ask(method, judged)
    return ask(method, rewrap(wrapped, judged))
  }
}

type Wrapped = {
  outer: Record<string, unknown>
  inner: Record<string, unknown>
  request: WalletRequest
  chainId: number
}

/** The request inside of wallet_invokeMethod; null where it has none. */
function unwrap(params: unknown): Wrapped | null {
  const outer = Array.isArray(params) ? params[0] : params
  if (!isObject(outer) || !isObject(outer.request) || typeof outer.request.method !== 'string') return null
  const { scope } = outer
  const [, id] = (typeof scope === 'string' && /^eip155:([1-9]\d{0,15})$/.exec(scope)) || []
  if (id === undefined) return null
  const { method, params: inside } = outer.request
  return { outer, inner: outer.request, request: { method, params: inside }, chainId: Number(id) }
}

/** The wrapper around what was judged, and nothing beside it. */
function rewrap({ outer, inner }: Wrapped, params: unknown): unknown {
  return { ...outer, request: { ...inner, ...(params !== undefined && { params }) } }
}

/** @param fixed network of a request that names it itself. */
function walletState(ask: Ask, fixed: number | null): WalletState {
  return {
    async nonce(account) {
      return Number(await ask('eth_getTransactionCount', [account, 'latest']))
    },
    async chainId() {
      const id = fixed ?? Number(await ask('eth_chainId', undefined))
      chainOf(id)
      return id
    },
    async account() {
      const accounts = await ask('eth_accounts', undefined)
      const account: unknown = Array.isArray(accounts) ? accounts[0] : undefined
      if (typeof account !== 'string') throw new Unjudgeable('The wallet names no account.')
      return account
    },
  }
}

function pageOrigin(): string | undefined {
  const { href } = (globalThis as { location?: { href?: string } }).location ?? {}
  return href !== undefined && /^https?:/.test(href) && href.length <= 2048 ? href : undefined
}
