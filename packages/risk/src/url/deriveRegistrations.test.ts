import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherFacts } from '../engine/gatherFacts.ts'
import type { Facts } from '../facts/facts.ts'
import { hop, registration, site, visit } from '../testing/sampleUrl.ts'
import { deriveRegistrations } from './registrations.ts'

const leading = {
  site: site(),
  visit: visit({ hops: [hop(site().href, 'https://b.example/')], final: site('https://b.example/') }),
}

async function derived(facts: Partial<Facts>) {
  const given = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, () => value]))
  const providers = { ...given, registrations: deriveRegistrations }
  const gathered = await gatherFacts({ providers, needed: ['registrations'], signal: new AbortController().signal })
  return {
    hosts: gathered.facts.registrations?.map((end) => end.site.host),
    isPartial: 'registrations' in gathered.incomplete,
  }
}

test('where nothing leads elsewhere there is one', async () => {
  const facts = { site: site(), visit: visit(), registration: registration(), finalRegistration: null }
  assert.deepEqual(await derived(facts), { hosts: ['teashop.example'], isPartial: false })
})

test('where redirects lead is the other end', async () => {
  const facts = { ...leading, registration: registration(), finalRegistration: registration() }
  assert.deepEqual(await derived(facts), { hosts: ['teashop.example', 'b.example'], isPartial: false })
})

test('one end is known without the other, and that is a part', async () => {
  assert.deepEqual(await derived({ ...leading, finalRegistration: registration() }), {
    hosts: ['b.example'],
    isPartial: true,
  })
  assert.deepEqual(await derived({ site: site(), registration: registration() }), {
    hosts: ['teashop.example'],
    isPartial: true,
  })
})
