import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConformance } from '../testing/testConformance.ts'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'

const assertConforms = await loadConformance()
const PATH = '/v1/intel/overrides'
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** An owner of the operator's account, in a browser. */
async function signedIn(world: TestWorld) {
  await world.addKey({ accountId: 'theirs', operator: true })
  return world.signIn({ accountId: 'theirs', name: 'ada' })
}

describe('overrides', () => {
  test('are made, replaced and removed by an operator, each with an entry in both logs', async () => {
    await using world = await startTestWorld()
    const browser = await signedIn(world)
    const put = (body: object) => browser.call('PUT', PATH, { body })
    const made = await put({ value: 'HTTPS://Lantern.example/', verdict: 'deny', label: 'phishing', note: 'case 117' })
    assert.equal(made.status, 200, made.text)
    assertConforms('PUT', PATH, 200, made.json)
    const { createdAt, ...kept } = made.json.data
    assert.deepEqual(kept, {
      kind: 'host',
      value: 'lantern.example',
      chain: null,
      verdict: 'deny',
      label: 'phishing',
      note: 'case 117',
      actor: 'member:ada',
    })
    world.clock.now += 1000
    // As it was answered, changed.
    const edited = await put({ ...made.json.data, verdict: 'allow', label: null, note: 'was ours' })
    assert.equal(edited.status, 200, edited.text)
    world.clock.now += 1000
    await put({ value: WALLET, chain: 'bsc', verdict: 'allow', note: 'our hot wallet' })
    const list = await browser.call('GET', `${PATH}?limit=1`)
    assertConforms('GET', PATH, 200, list.json)
    assert.equal(list.json.data.overrides[0].value, WALLET.toLowerCase())
    const rest = await browser.call('GET', `${PATH}?limit=1&cursor=${list.json.data.nextCursor}`)
    assert.deepEqual(
      rest.json.data.overrides.map(({ verdict, note }: Record<string, string>) => [verdict, note]),
      [['allow', 'was ours']],
    )
    assert.equal(rest.json.data.nextCursor, null)

    assert.equal((await browser.call('DELETE', `${PATH}?value=${WALLET}`)).status, 404, 'of all networks')
    const removed = await browser.call('DELETE', `${PATH}?value=${WALLET}&chain=bsc`)
    assertConforms('DELETE', PATH, 200, removed.json)
    assert.equal((await browser.call('DELETE', `${PATH}?value=lantern.example`)).status, 200)
    assert.deepEqual((await browser.call('GET', PATH)).json.data.overrides, [])

    const { entries } = (await browser.call('GET', '/v1/audit')).json.data
    assert.deepEqual(
      entries
        .filter(({ action }: { action: string }) => action.startsWith('override.'))
        .map(({ action, actor, subject, detail }: Record<string, { name: string }>) => [
          action,
          actor?.name,
          subject,
          detail,
        ]),
      [
        ['override.removed', 'ada', 'lantern.example', ''],
        ['override.removed', 'ada', WALLET.toLowerCase(), ''],
        ['override.set', 'ada', WALLET.toLowerCase(), 'allow on bsc'],
        ['override.set', 'ada', 'lantern.example', 'allow'],
        ['override.set', 'ada', 'lantern.example', 'deny phishing'],
      ],
    )
    const trail = await world.storage.store.intel.audit({ limit: 10, before: null })
    assert.deepEqual(
      trail.map(({ actor, action, detail }) => [actor, action, detail]),
      [
        ['member:ada', 'override.remove', 'was allow'],
        ['member:ada', 'override.remove', 'was allow'],
        ['member:ada', 'override.allow', 'our hot wallet'],
        ['member:ada', 'override.allow', 'instead of deny; was ours'],
        ['member:ada', 'override.deny', 'phishing; case 117'],
      ],
    )
  })

  test('that would reach more than was meant, or say nothing, are refused by the member that is wrong', async () => {
    await using world = await startTestWorld()
    const browser = await signedIn(world)
    const note = 'why'
    const deny = { verdict: 'deny', label: 'scam', note }
    const refused: [object, RegExp][] = [
      [{ ...deny, value: 'nothing' }, /^body\.value: expected an address, a host or a URL$/],
      [{ ...deny, value: 'github.io' }, /^body\.value: strangers share github\.io/],
      [{ ...deny, value: 'https://a.example/?id=7' }, /^body\.value: queries are not looked at/],
      [{ ...deny, value: 'a.example', chain: 'bsc' }, /^body\.chain: expected with an address only/],
      [{ verdict: 'deny', value: 'a.example', note }, /^body\.label: missing/],
      [{ ...deny, verdict: 'allow', value: 'a.example' }, /^body\.label: expected only with deny/],
      [{ ...deny, value: 'a.example', note: ' ' }, /^body\.note/],
      [{ ...deny, value: 'a.example', note: 'a\u202eb' }, /^body\.note/],
      [{ ...deny, value: 'a.example', label: 'ugly' }, /^body\.label/],
    ]
    for (const [body, message] of refused) {
      const answer = await browser.call('PUT', PATH, { body })
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.match(answer.json.error.message, message)
    }
    assert.deepEqual((await browser.call('GET', PATH)).json.data.overrides, [])
    const whole = await browser.call('PUT', PATH, { body: { ...deny, value: 'github.io', wholeHost: true } })
    assert.equal(whole.status, 200)
  })
})
