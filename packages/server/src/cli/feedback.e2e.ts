import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openStore } from '../store/openStore.ts'
import { type CommandHost, hostCommands, runCommand } from './testCommand.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SITE = 'https://app.example.org/claim'

describe('redoubt feedback', () => {
  let folder = ''
  let ids: string[] = []
  let host: CommandHost
  before(async () => {
    host = hostCommands()
    folder = mkdtempSync(join(tmpdir(), 'redoubt-feedback-'))
    const store = await openStore(`sqlite:${join(folder, 'data', 'redoubt.db')}`, null)
    await store.migrate()
    const said = { accountId: 'acc_1', environment: 'live', keyId: 'key_1', chain: null, createdAt: 1 } as const
    const given = [
      await store.feedback.add({
        ...said,
        entity: SITE,
        entityType: 'url',
        type: 'false_positive',
        note: 'ours\u001b[2J',
      }),
      await store.feedback.add({ ...said, entity: ADDRESS, entityType: 'address', type: 'false_negative', note: '' }),
      await store.feedback.add({ ...said, entity: ADDRESS, entityType: 'address', type: 'false_positive', note: '' }),
    ]
    ids = given.map(({ id }) => id)
    await store.close()
  })
  after(async () => {
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const feedback = (...args: string[]) => host.run(folder, ['feedback', ...args])
  const words = async (value: string) =>
    JSON.parse((await host.run(folder, ['intel', 'lookup', value, '--json'])).stdout).overrides

  test('lists what is open; what strangers wrote moves no cursor', async () => {
    const { code, stdout } = await runCommand(folder, ['feedback', 'list'])
    assert.equal(code, 0)
    assert.match(stdout, /acc_1 +live +false_positive +https:\/\/app\.example\.org\/claim +ours\\u\{1b\}\[2J/)
    assert.equal(stdout.includes('\u001b'), false)
    const json = JSON.parse((await feedback('list', '--json')).stdout)
    assert.deepEqual(
      json.map(({ id }: { id: string }) => id),
      ids,
    )
  })

  test('accepts: the word is said, audited, and the feedback is no longer open', async () => {
    const [site = '', wallet = ''] = ids
    const allowed = await runCommand(folder, ['feedback', 'accept', site, '--note', 'theirs'])
    assert.deepEqual([allowed.code, allowed.stdout], [0, `${SITE} is allowed.\n`])
    const unlabelled = await feedback('accept', wallet, '--note', 'case 117')
    assert.deepEqual([unlabelled.code, /label: missing/.test(unlabelled.stderr)], [1, true])
    const denied = await feedback('accept', wallet, '--label', 'scammer', '--note', 'case 117')
    assert.equal(denied.stdout, `${ADDRESS} is denied.\n`)
    const [onSite] = await words(SITE)
    const [onWallet] = await words(ADDRESS)
    assert.deepEqual(
      [onSite.verdict, onSite.note, onWallet.verdict, onWallet.label],
      ['allow', 'theirs', 'deny', 'scammer'],
    )
    const audit = JSON.parse((await host.run(folder, ['intel', 'audit', '--json'])).stdout)
    const actor = `cli:${userInfo().username}`
    assert.deepEqual(
      audit.map((record: { action: string; actor: string }) => [record.action, record.actor]),
      ['feedback.accepted', 'override.deny', 'feedback.accepted', 'override.allow'].map((action) => [action, actor]),
    )
  })

  test('rejects, once', async () => {
    const id = ids[2] ?? ''
    const rejected = await runCommand(folder, ['feedback', 'reject', id, '--note', 'the list is right'])
    assert.deepEqual([rejected.code, rejected.stdout], [0, `${ADDRESS} is left as it is.\n`])
    const again = await runCommand(folder, ['feedback', 'reject', id, '--note', 'again'])
    assert.deepEqual([again.code, again.stderr], [1, 'error: This feedback is already rejected.\n'])
    assert.match((await feedback('list')).stderr, /^No open feedback\.$/m)
  })

  test('what a test key said becomes no word on live scans unawares', async () => {
    const store = await openStore(`sqlite:${join(folder, 'data', 'redoubt.db')}`, null)
    const { id } = await store.feedback.add({
      accountId: 'acc_1',
      environment: 'test',
      keyId: 'key_2',
      chain: null,
      createdAt: 1,
      entity: 'https://trap.example/',
      entityType: 'url',
      type: 'false_positive',
      note: '',
    })
    await store.close()
    const unawares = await feedback('accept', id, '--note', 'theirs')
    assert.deepEqual([unawares.code, /came from a test key/.test(unawares.stderr)], [1, true])
    const meant = await feedback('accept', id, '--note', 'theirs', '--of-test-key')
    assert.equal(meant.stdout, 'https://trap.example/ is allowed.\n')
  })

  test('pages go on at a cursor, and --all is every one', async () => {
    const store = await openStore(`sqlite:${join(folder, 'data', 'redoubt.db')}`, null)
    for (let at = 0; at < 103; at++)
      await store.feedback.add({
        accountId: 'acc_1',
        environment: 'live',
        keyId: 'key_1',
        chain: null,
        createdAt: at,
        entity: SITE,
        entityType: 'url',
        type: 'false_positive',
        note: '',
      })
    await store.close()
    const ids = (stdout: string) => JSON.parse(stdout).map(({ id }: { id: string }) => id)
    const first = await feedback('list', '--json')
    const [, cursor = ''] = /--cursor (\d+)/.exec(first.stderr) ?? []
    const rest = await feedback('list', '--json', '--cursor', cursor)
    assert.deepEqual([ids(first.stdout).length, ids(rest.stdout).length, rest.stderr], [100, 3, ''])
    const all = await feedback('list', '--json', '--all')
    assert.deepEqual(ids(all.stdout), [...ids(first.stdout), ...ids(rest.stdout)])
    assert.equal((await feedback('list', '--cursor', 'x')).code > 0, true)
  })
})
