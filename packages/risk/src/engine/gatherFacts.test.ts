import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts } from '../facts/facts.ts'
import { account, sampleFacts, simulation, TRADER } from '../testing/sampleFacts.ts'
import { attempt, type FactProviders, gatherFacts, Incomplete } from './gatherFacts.ts'

const never = () => new Promise<never>(() => {})
const open = () => new AbortController().signal
const { transaction, block } = sampleFacts() as Facts

test('learns each fact once, only what is needed, dependencies first', async () => {
  const asked: string[] = []
  const providers: FactProviders = {
    transaction: () => {
      asked.push('transaction')
      return transaction
    },
    block: () => {
      asked.push('block')
      return block
    },
    sender: async (get) => {
      asked.push('sender')
      await get('block')
      return account(TRADER)
    },
    recipient: async (get) => {
      await Promise.all([get('block'), get('transaction')])
      return null
    },
    simulation: never,
  }
  const gathered = await gatherFacts({ providers, needed: ['sender', 'recipient', 'sender'], signal: open() })
  assert.deepEqual(asked.sort(), ['block', 'sender', 'transaction'])
  assert.deepEqual(Object.keys(gathered.facts).sort(), ['block', 'recipient', 'sender', 'transaction'])
  assert.equal(gathered.facts.recipient, null)
  assert.deepEqual(gathered.missing, {})
  assert.equal(gathered.complete, true)
})

test('facts are learned in parallel', async () => {
  let release = () => {}
  const met = new Promise<void>((resolve) => {
    release = resolve
  })
  const providers: FactProviders = {
    block: async () => {
      await met
      return block
    },
    transaction: () => {
      release()
      return transaction
    },
  }
  const { facts } = await gatherFacts({ providers, needed: ['block', 'transaction'], signal: open() })
  assert.ok(facts.block && facts.transaction)
})

test('a failure stays with the facts that depend on it and names its root', async () => {
  const failure = new Error('upstream https://node.example/secret-key said\n no\u202e')
  const providers: FactProviders = {
    block: () => Promise.reject(failure),
    sender: async (get) => {
      await get('block')
      return account(TRADER)
    },
    transaction: () => transaction,
  }
  const { facts, missing, complete } = await gatherFacts({
    providers,
    needed: ['sender', 'transaction'],
    signal: open(),
  })
  assert.ok(facts.transaction)
  assert.equal(missing.sender?.reason, 'failed')
  assert.equal(missing.sender?.root, 'block')
  assert.equal(missing.sender?.error, failure)
  assert.equal(missing.sender?.message, 'upstream <url> said no')
  assert.equal(complete, true, 'failed is not late')
})

test('a fact that only a failed one waits on is not late before the deadline', async () => {
  const providers: FactProviders = {
    block: () => Promise.reject(new Error('no')),
    knownParties: never,
    sender: async (get) => {
      await Promise.all([get('block'), get('knownParties')])
      return account(TRADER)
    },
  }
  const { missing, complete } = await gatherFacts({ providers, needed: ['sender'], signal: open() })
  assert.deepEqual(Object.keys(missing).sort(), ['block', 'sender'])
  assert.equal(complete, true)
})

test('a provider that throws at once is a failure like any other', async () => {
  const providers: FactProviders = {
    block: () => {
      throw new Error('broken')
    },
  }
  const { missing } = await gatherFacts({ providers, needed: ['block'], signal: open() })
  assert.equal(missing.block?.message, 'broken')
})

test('a fact without a provider, or one that the caller switched off', async () => {
  const providers: FactProviders = {
    simulation: () => simulation(),
    balanceChanges: async (get) => {
      await get('simulation')
      return []
    },
  }
  const { missing, complete } = await gatherFacts({
    providers,
    needed: ['balanceChanges', 'sender'],
    switchedOff: ['simulation'],
    signal: open(),
  })
  assert.equal(missing.sender?.reason, 'unsupported')
  assert.equal(missing.balanceChanges?.reason, 'switched-off')
  assert.equal(missing.balanceChanges?.root, 'simulation')
  assert.equal(complete, true)
})

test('the deadline ends the wait, keeps what is known and lets derivations do with less', async () => {
  const deadline = new AbortController()
  const providers: FactProviders = {
    transaction: () => transaction,
    simulation: never,
    approvalChanges: async (get) => {
      await get('simulation')
      return []
    },
    principals: async (get) => {
      await get('approvalChanges').catch(() => [])
      return [(await get('transaction')).from]
    },
  }
  const pending = gatherFacts({
    providers,
    needed: ['principals', 'transaction', 'simulation'],
    signal: deadline.signal,
  })
  deadline.abort()
  const { facts, missing, complete } = await pending
  assert.deepEqual(facts.principals, [TRADER])
  assert.equal(missing.simulation?.reason, 'late')
  assert.equal(missing.approvalChanges?.reason, 'late')
  assert.equal(missing.approvalChanges?.root, 'simulation')
  assert.equal(complete, false)
})

test('a chain of derivations that does with less is derived to its end', async () => {
  const controller = new AbortController()
  const { movements } = sampleFacts() as Facts
  const providers: FactProviders = {
    counterparties: never,
    payees: async (get) => ((await attempt(get, 'counterparties')).missing ? [] : Promise.reject(new Error('known'))),
    movements: async (get) => {
      assert.deepEqual(await get('payees'), [])
      return movements
    },
    tokenPulls: async (get) => {
      assert.equal(await get('movements'), movements)
      return []
    },
  }
  const gathering = gatherFacts({ providers, needed: ['tokenPulls', 'movements'], signal: controller.signal })
  setImmediate(() => controller.abort())
  const { facts, missing } = await gathering
  assert.deepEqual(Object.keys(facts).sort(), ['movements', 'payees', 'tokenPulls'])
  assert.deepEqual(Object.keys(missing), ['counterparties'])
})

test('facts gathered before the deadline are known, and the deadline is reported', async () => {
  const controller = new AbortController()
  const providers: FactProviders = {
    counterparties: (_, signal) =>
      new Promise((resolve) => {
        const late = { reason: 'late', message: 'one is late', root: 'counterparties', error: null } as const
        signal.addEventListener('abort', () => resolve(new Incomplete({ [TRADER]: account(TRADER) }, late)))
      }),
    payees: async (get) => {
      assert.deepEqual(Object.keys(await get('counterparties')), [TRADER])
      return []
    },
  }
  const gathering = gatherFacts({ providers, needed: ['payees'], signal: controller.signal })
  setImmediate(() => controller.abort())
  const { facts, incomplete, complete } = await gathering
  assert.deepEqual(Object.keys(facts).sort(), ['counterparties', 'payees'])
  assert.deepEqual(Object.keys(incomplete), ['counterparties'])
  assert.equal(complete, false)
})

test('a provider that fails after the deadline disturbs no other', async (t) => {
  const unhandled: unknown[] = []
  const listen = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', listen)
  t.after(() => process.off('unhandledRejection', listen))
  const deadline = new AbortController()
  let fail = (_: Error) => {}
  const providers: FactProviders = {
    block: () =>
      new Promise((_, reject) => {
        fail = reject
      }),
    sender: async (get) => {
      await get('block')
      return account(TRADER)
    },
  }
  const pending = gatherFacts({ providers, needed: ['sender'], signal: deadline.signal })
  deadline.abort()
  const gathered = await pending
  const before = structuredClone(gathered.missing.sender?.reason)
  fail(new Error('too late'))
  await new Promise(setImmediate)
  assert.deepEqual(unhandled, [])
  assert.equal(gathered.missing.sender?.reason, before, 'the answer does not change any more')
})

test('a past deadline asks no provider', async () => {
  const { missing, complete } = await gatherFacts({
    providers: { block: () => assert.fail('asked') },
    needed: ['block'],
    signal: AbortSignal.abort(),
  })
  assert.equal(missing.block?.reason, 'late')
  assert.equal(complete, false)
})

test('facts that depend on each other are a failure, not a hang', async () => {
  const providers: FactProviders = {
    sender: async (get) => (await get('recipient')) ?? account(TRADER),
    recipient: (get) => get('sender'),
  }
  const { missing } = await gatherFacts({ providers, needed: ['sender'], signal: open() })
  assert.match(missing.sender?.message ?? '', /depends on itself/)
})

test('a derivation may answer in part and say what the rest would have needed', async () => {
  const providers: FactProviders = {
    principals: async (get) => {
      const { missing } = await attempt(get, 'simulation')
      return missing ? new Incomplete([TRADER], missing) : []
    },
  }
  const gathered = await gatherFacts({ providers, needed: ['principals'], switchedOff: ['simulation'], signal: open() })
  assert.deepEqual(gathered.facts.principals, [TRADER])
  assert.equal(gathered.incomplete.principals?.reason, 'switched-off')
  assert.equal(gathered.missing.principals, undefined)
})
