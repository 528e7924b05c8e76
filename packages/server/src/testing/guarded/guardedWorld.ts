import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import type { App } from '../../composition/app.ts'
import type { Environment } from '../../domain/environment.ts'
import { DEFAULT_RULES, type PolicyRules } from '../../domain/policy/policy.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import { quietApp } from '../quietApp.ts'
import type { UntypedJson } from '../untypedJson.ts'

export type GuardedWorld = Awaited<ReturnType<typeof startGuardedWorld>>

/** The service on the sandbox's Ethereum, and an account of it that sends through the guarded endpoint. */
export async function startGuardedWorld() {
  const { app, url } = await quietApp('test', {}, { sandboxChains: ['ethereum'], headReuseMs: 20 })
  const operator = createOperatorFetch()
  const rpcUrl = (await app.sandbox()).rpcUrls.ethereum
  const node = nodeRpc(rpcUrl, operator)
  return {
    app,
    url,
    rpcUrl,
    node,
    mine: () => node('evm_mine', []),
    ...(await guardedAccount(app, { url, environment: 'test' })),
    async close() {
      await operator.close()
      await app.close()
    },
  }
}

/** A new account of a running service with its administrator's key and an RPC token, and what it asks. */
export async function guardedAccount(app: App, { url, environment }: { url: string; environment: Environment }) {
  const { id: accountId } = await app.store.accounts.create({ name: randomUUID(), plan: 'enterprise' })
  const scopes = ['admin', 'scan:read', 'wallet:read'] as const
  const { token: key } = await app.store.keys.create({ accountId, name: 'admin', scopes: [...scopes], environment })
  return { accountId, ...(await asksOf(app, { url, accountId, key, environment })) }
}

/** What a caller asks of a service with the key of an account. */
export async function asksOf(
  app: App,
  { url, accountId, key, environment }: { url: string; accountId: string; key: string; environment: Environment },
) {
  const ask = async (to: string, method: string, own: Record<string, string>, body?: unknown) => {
    const headers = { ...own, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const response = await fetch(to, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return { told: response.headers, json: (await response.json()) as UntypedJson }
  }
  const api = async (method: string, path: string, body?: object): Promise<UntypedJson> =>
    (await ask(url + path, method, { authorization: `Bearer ${key}` }, body)).json
  /** As a page of another origin asks. */
  const rpc = async (to: string, body: unknown): Promise<UntypedJson> => {
    const { told, json } = await ask(to, 'POST', { origin: 'https://page.example' }, body)
    assert.equal(told.get('access-control-allow-origin'), '*')
    return json
  }
  const newToken = async (settings: object = {}) => {
    const { data } = await api('POST', '/v1/rpc-tokens', { name: 'a wallet', ...settings })
    return { ...data, url: `${url}/v1/rpc/ethereum/${data.token}` }
  }
  const endpoint: string = (await newToken()).url
  const call = (method: string, params: unknown[], to = endpoint) => rpc(to, { jsonrpc: '2.0', id: 1, method, params })
  /** Members of the account's next transaction. */
  const feesOf = async (from: Address, to = endpoint) => {
    const nonce = Number((await call('eth_getTransactionCount', [from, 'pending'], to)).result)
    const price = BigInt((await call('eth_gasPrice', [], to)).result)
    return {
      chainId: 1,
      nonce,
      gas: 900_000n,
      type: 'eip1559',
      maxFeePerGas: price * 3n,
      maxPriorityFeePerGas: 1n,
    } as const
  }
  const sign = async (
    privateKey: Hex,
    transaction: { to: Address; value?: bigint; data?: Hex; nonce?: number; maxFeePerGas?: bigint },
  ): Promise<Hex> => {
    const account = privateKeyToAccount(privateKey)
    return account.signTransaction({ ...(await feesOf(account.address)), ...transaction })
  }
  /** Signs and sends through the guarded endpoint. */
  const send = async (...asked: Parameters<typeof sign>) => call('eth_sendRawTransaction', [await sign(...asked)])
  const eventsOf = async (type: string, wallet: string): Promise<UntypedJson[]> => {
    const { data } = await api('GET', `/v1/events?type=${type}`)
    return data.events.filter((event: UntypedJson) => event.data.wallet === wallet)
  }
  /** Puts the rules in force at once, whatever was in force. */
  const setPolicy = (spelled: string, change: Partial<PolicyRules>) => {
    const address = spelled.toLowerCase() as Address
    const rules = { ...DEFAULT_RULES, ...change }
    const actor = { keyId: 'key_1', name: 'admin' }
    const at = Date.now()
    return app.store.policies.change(
      { accountId, environment },
      address,
      (now) => {
        const number = (now?.version ?? 0) + 1
        const policy = { address, version: number, rules, former: [], deletedAt: null, createdAt: at, updatedAt: at }
        return {
          policy,
          version: { version: number, action: 'created', rules, actor, changed: [], at, effectiveAt: at },
        }
      },
      { max: 99 },
    )
  }
  /** What the wallet let go today, in USD. */
  const usedBy = async (wallet: Address): Promise<number> =>
    Number((await api('GET', `/v1/policies/${wallet}`)).data.usage.dayUsd)
  return { key, endpoint, api, rpc, call, newToken, feesOf, sign, send, eventsOf, setPolicy, usedBy }
}

/** Asks until the answer is as wanted. @throws after ten seconds, with the last answer. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  const end = performance.now() + 10_000
  for (;;) {
    const value = await ask()
    if (isWanted(value)) return value
    if (performance.now() > end) throw new Error(`it stays ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
