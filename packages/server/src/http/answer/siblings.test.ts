import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSharedCounts } from '../../lib/sharedCounts.ts'
import { createSiblings, NO_SIBLINGS, type SiblingNews } from '../../lib/siblings.ts'
import { createScanProgresses } from './scanProgress.ts'

/** Processes that hear each other, as their supervisor relays it. */
function family(size: number) {
  const members: ReturnType<typeof createSiblings>[] = []
  const tellOthers = (from: number, news: SiblingNews) => {
    for (const [id, member] of members.entries()) if (id !== from) member.take(structuredClone(news))
  }
  for (let id = 0; id < size; id++) members.push(createSiblings((told) => tellOthers(id, { told, from: id })))
  return { members, tellOthers }
}
/** Waits longer than a message's timers do, once for each of them: however late timers are, it has arrived. */
async function soon() {
  for (let timer = 0; timer < 3; timer++) await sleep(10)
}

test('counts of the others add up, change, and end with their process', async () => {
  const { members, tellOthers } = family(3)
  const counts = members.map((one) => createSharedCounts(one, 'in-flight'))
  const [one, two, three] = counts as [(typeof counts)[0], (typeof counts)[0], (typeof counts)[0]]
  one.set('acc', 3)
  one.set('acc', 4)
  two.set('acc', 2)
  await soon()
  assert.deepEqual(
    [one, two, three].map((each) => each.others('acc')),
    [2, 4, 6],
  )
  assert.equal(three.others('other'), 0)
  two.set('acc', 0)
  await soon()
  assert.deepEqual(
    [one, two, three].map((each) => each.others('acc')),
    [0, 4, 4],
  )
  tellOthers(0, { gone: 0 })
  assert.deepEqual(
    [two, three].map((each) => each.others('acc')),
    [0, 0],
  )
})

test('a process that begins is told the counts of the others', async () => {
  const { members, tellOthers } = family(2)
  const first = createSharedCounts(members[0] ?? NO_SIBLINGS, 'x')
  first.set('acc', 5)
  await soon()
  // Begins after it was told.
  const second = createSharedCounts(members[1] ?? NO_SIBLINGS, 'x')
  assert.equal(second.others('acc'), 0)
  tellOthers(1, { joined: 1 })
  await soon()
  assert.equal(second.others('acc'), 5)
})

test('a count that is kept for a time ends after it', async () => {
  const { members } = family(2)
  let now = 0
  const [one, other] = members.map((each) => createSharedCounts(each, 'x', { keptMs: 60_000, now: () => now }))
  one?.set('client', 9)
  await soon()
  now = 59_999
  assert.equal(other?.others('client'), 9)
  now = 60_000
  assert.equal(other?.others('client'), 0)
})

test('a scan that another process makes is followed', async () => {
  const { members } = family(2)
  const [here, there] = members.map((each) => createScanProgresses(() => 0, each))
  const owner = { accountId: 'acc', environment: 'live' } as const
  const { signal } = new AbortController()
  const ask = (waitMs = 0) => here?.ask(owner, 'scan', { waitMs, signal })
  assert.deepEqual(await ask(), { status: 'waiting', facts: [] })
  assert.equal(there?.begin({ ...owner, accountId: 'other' }, 'scan'), null)
  await soon()
  const report = there?.begin(owner, 'scan')
  report?.fact('code', 'asked')
  report?.fact('code', 'known')
  await soon()
  assert.deepEqual(await ask(), { status: 'running', facts: [{ name: 'code', state: 'known' }] })
  report?.end()
  assert.equal((await ask(1_000))?.status, 'done')
})
