import type { AskedScans } from './admitScans.ts'

/** Scans that are loaded by the first of them that is asked for. */
export function askOnceLoaded(loaded: () => Promise<AskedScans>): AskedScans {
  return {
    transaction: async (input, context) => (await loaded()).transaction(input, context),
    sentTransaction: async (input, context) => (await loaded()).sentTransaction(input, context),
    execution: async (input, context) => (await loaded()).execution(input, context),
    intent: async (input, context) => (await loaded()).intent(input, context),
    contract: async (input, context) => (await loaded()).contract(input, context),
    message: async (input, context) => (await loaded()).message(input, context),
    witnessed: async (input, context) => (await loaded()).witnessed(input, context),
    wallet: async (input, context) => (await loaded()).wallet(input, context),
    url: async (input, context) => (await loaded()).url(input, context),
    verify: async (input, context) => (await loaded()).verify(input, context),
    approvals: async (input, context) => (await loaded()).approvals(input, context),
    permissions: async (input, context) => (await loaded()).permissions(input, context),
    rescue: async (input, context) => (await loaded()).rescue(input, context),
    revoke: async (input, context) => (await loaded()).revoke(input, context),
    profile: async (input, context) => (await loaded()).profile(input, context),
  }
}
