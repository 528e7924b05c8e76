import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { addressLines, addressNumber, type FeedServer, listOf, startFeedServer } from '../intel/feeds/testFeedServer.ts'
import { type CommandHost, hostCommands, runCommand } from './testCommand.ts'

const ADDRESS = addressNumber(1)
const ACTOR = `cli:${userInfo().username}`
const MIXER = '0x722122dF12D4e14e13Ac3b6895a86e84145b6967'
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

describe('redoubt intel', () => {
  let folder = ''
  let server: FeedServer
  let host: CommandHost
  before(async () => {
    host = hostCommands()
    process.env.DATABASE_URL = 'sqlite::memory:'
    server = await startFeedServer(listOf(''))
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'redoubt-intel-'))
    folders.push(folder)
    server.answer = listOf(addressLines(10))
  })
  after(async () => {
    await host.close()
    await server.close()
    for (const one of folders) rmSync(one, { recursive: true, force: true })
  })
  const folders: string[] = []

  /** As an operator does: a process of its own. Each command is run so once at least. */
  const intelProcess = (...args: string[]) => runCommand(folder, ['intel', ...args])
  const intel = (...args: string[]) => host.run(folder, ['intel', ...args])
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await intel(...args, '--json')
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const add = (...args: string[]) => json('add', `${server.url}/x`, '--kind', 'lines', '--label', 'scammer', ...args)

  test('a list is added, imported at once, shown, asked again, silenced and forgotten', async () => {
    const added = await intelProcess('add', `${server.url}/a.txt?key=s3cret`, '--kind', 'lines', '--label', 'scammer')
    const port = new URL(server.url).port
    assert.deepEqual(added, {
      code: 0,
      stdout: 'list 127-0-0-1: 10 entries, 10 new, 0 gone\n',
      stderr: `127-0-0-1: fetching http://127.0.0.1:${port}/…\n`,
    })
    const [listed] = await json('list')
    assert.deepEqual(listed, {
      ...listed,
      id: '127-0-0-1',
      location: `http://127.0.0.1:${port}/…`,
      entryCount: 10,
      every: '6h',
      state: 'ok',
    })
    assert.match(
      (await intelProcess('list')).stdout,
      /^ID +TITLE +LABEL .*\n127-0-0-1 +127\.0\.0\.1 +scammer +medium +10 +\d{4}-.* 6h +ok /,
    )
    assert.equal((await intelProcess('refresh', '127-0-0-1')).stdout, 'list 127-0-0-1: unchanged, 10 entries\n')

    assert.equal((await json('lookup', ADDRESS)).listings[0].state, 'listed')
    assert.equal((await intelProcess('disable', '127-0-0-1')).stdout, 'List "127-0-0-1" is disabled.\n')
    assert.equal((await json('lookup', ADDRESS)).listings[0].state, 'disabled')
    assert.match((await intelProcess('refresh', '127-0-0-1')).stderr, /is disabled: redoubt intel enable 127-0-0-1/)
    assert.deepEqual(JSON.parse((await intelProcess('enable', '127-0-0-1', '--json')).stdout), {
      id: '127-0-0-1',
      enabled: true,
    })
    assert.equal((await intelProcess('remove', '127-0-0-1')).code, 0)
    assert.deepEqual((await json('lookup', ADDRESS)).listings, [])
    assert.deepEqual(await json('list'), [])

    const audit: { action: string; actor: string }[] = JSON.parse((await intelProcess('audit', '--json')).stdout)
    assert.deepEqual(
      audit.map(({ action }) => action),
      ['source.remove', 'source.enable', 'source.disable', 'source.add'],
    )
    assert.ok(audit.every(({ actor }) => actor === ACTOR))
    assert.doesNotMatch(JSON.stringify(audit), /s3cret/)
    assert.equal((await json('audit', '--limit', '1')).length, 1)
  })

  test('a file is read again at each refresh', async () => {
    const file = join(folder, 'mine.csv')
    writeFileSync(file, `who,address\nEve,${ADDRESS}\n`)
    const options = ['--kind', 'csv', '--label', 'hacker', '--column', 'address', '--name-column', 'who']
    const { source, refresh } = await json('add', './mine.csv', ...options, '--chain', 'bsc', '--licence', 'ours')
    assert.deepEqual([source.location, source.licence, refresh.total], [file, 'ours', 1])
    const { listings } = await json('lookup', ADDRESS)
    assert.deepEqual([listings[0].name, listings[0].chain, listings[0].label], ['Eve', 'bsc', 'hacker'])
    assert.deepEqual((await json('lookup', ADDRESS, '--chain', 'polygon')).listings, [])
    writeFileSync(file, `who,address\nEve,${ADDRESS}\nBob,${ADDRESS.replace(/1$/, '2')}\n`)
    assert.deepEqual((await json('refresh', source.id))[0].total, 2)
  })

  test('what cannot be imported is not added, and leaves a trace for the auditor only', async () => {
    server.answer = (_, response) => response.writeHead(404).end()
    const { code, stderr } = await intel('add', `${server.url}/gone`, '--kind', 'lines', '--label', 'scammer')
    assert.equal(code, 1)
    assert.match(stderr, /error: The list was not added\. The server of the list answered 404: there is no list/)
    assert.deepEqual(await json('list'), [])
    assert.equal((await json('audit')).length, 2)
  })

  test('--no-refresh only registers it; what is due comes with refresh', async () => {
    const { source, refresh } = await add('--no-refresh', '--id', 'later', '--every', '30m', '--churns')
    assert.deepEqual([source.state, source.every, source.churns, refresh], ['not loaded yet', '30m', true, null])
    assert.deepEqual(
      (await json('refresh')).map(({ id }: { id: string }) => id),
      ['later'],
    )
    const nothing = await intel('refresh')
    assert.deepEqual(
      [nothing.code, nothing.stdout, nothing.stderr],
      [0, '', 'No list is due: --all asks for every one.\n'],
    )
    assert.equal((await json('refresh', '--all'))[0].outcome, 'unchanged')
  })

  test('a list that shrank is kept until --force', async () => {
    const { source } = await add()
    server.answer = listOf(addressLines(2))
    const refused = await intelProcess('refresh', source.id)
    assert.equal(refused.code, 1)
    assert.match(refused.stdout, /would shrink from 10 to 2 entries; the old one is kept\. Use --force/)
    assert.match((await intel('list')).stdout, /127-0-0-1 failed once: The list would shrink/)
    assert.deepEqual((await json('refresh', source.id, '--force'))[0].total, 2)
    assert.equal((await json('list'))[0].state, 'ok')
    assert.deepEqual((await json('audit', '--limit', '1'))[0].actor, ACTOR)
  })

  test("an operator's own word: allow, deny, and taking it back", async () => {
    await add()
    const denied = await intelProcess('deny', 'Login.Example.ORG', '--label', 'phishing', '--note', 'case 117')
    assert.match(denied.stdout, /^host login\.example\.org is denied as phishing\. Take it back: redoubt intel unlist/)
    const below = await json('lookup', 'https://a.login.example.org/claim')
    assert.deepEqual(below.overrides, [
      { ...below.overrides[0], verdict: 'deny', label: 'phishing', note: 'case 117', actor: ACTOR },
    ])
    await json('allow', ADDRESS, '--note', 'ours', '--chain', 'bsc')
    const { listings, overrides } = await json('lookup', ADDRESS)
    assert.deepEqual([listings.length, overrides[0].verdict, overrides[0].chain], [1, 'allow', 'bsc'])
    assert.match(
      (await intelProcess('unlist', ADDRESS)).stderr,
      /^error: Neither allow nor deny was said of 0x5eb0\w+: it is allowed on bsc \(/,
    )
    assert.deepEqual((await json('unlist', ADDRESS, '--chain', 'bsc')).removed, true)
    assert.deepEqual((await json('lookup', ADDRESS)).overrides, [])
    assert.match((await intel('unlist', ADDRESS)).stderr, /^error: Neither allow nor deny was said of .*intel lookup/)
  })

  test('taking a word back names what it was said of, and the words on other networks that stand', async () => {
    const denied = await intel('deny', ADDRESS, '--chain', 'bsc', '--label', 'scammer', '--note', 'x')
    const [, undo = ''] = /Take it back: redoubt intel (.*)\n/.exec(denied.stdout) ?? []
    assert.equal(undo, `unlist ${ADDRESS} --chain bsc`)
    const both = await intel('deny', ADDRESS, '--label', 'hacker', '--note', 'x')
    assert.match(both.stdout, /Stands beside it: denied as scammer on bsc \(redoubt intel unlist 0x\w+ --chain bsc\)/)
    const one = await intel('unlist', ADDRESS)
    assert.match(one.stdout, /^address 0x\w+ is still denied as scammer on bsc \(redoubt intel unlist 0x.* bsc\)\.\n$/)
    assert.match(
      (await intel('unlist', ADDRESS)).stderr,
      /of 0x\w+: it is denied as scammer on bsc \(redoubt intel unl/,
    )
    const last = await intel(...undo.split(' '))
    assert.deepEqual([last.code, last.stdout], [0, `address ${ADDRESS} is as the lists say again.\n`])
  })

  test('allow says what counts all the same: sanctions, and who is built in', async () => {
    await add('--label', 'sanctioned', '--title', 'Our sanctions')
    const sanctioned = await intelProcess('allow', ADDRESS, '--note', 'ours')
    assert.match(sanctioned.stdout, /is allowed\..*\nStill counts: sanctioned by Our sanctions\n$/)
    const { remainingAccusations } = await json('allow', MIXER, '--note', 'ours')
    assert.equal(remainingAccusations.length, 1)
    assert.match(remainingAccusations[0], /^built in: .*Tornado.*, mixer \(ethereum\)$/)
    assert.doesNotMatch((await intel('allow', PERMIT2, '--note', 'ours')).stdout, /Still counts/)
  })

  test('a host that strangers share is denied whole only when that is said', async () => {
    const deny = ['deny', 'github.io', '--label', 'phishing', '--note', 'x']
    const refused = await intel(...deny)
    assert.deepEqual([refused.code, refused.stdout], [2, ''])
    assert.match(refused.stderr, /strangers share github\.io: deny one page or one subdomain.*--whole-host/)
    assert.equal((await intel(...deny, '--whole-host')).code, 0)
    const query = await intel('deny', 'https://honest.example/?s=spam', '--label', 'phishing', '--note', 'x')
    assert.match(query.stderr, /this would deny all of honest\.example: say so with --whole-host/)
    assert.equal((await intel('deny', 'evil.github.io', '--label', 'phishing', '--note', 'x')).code, 0)
  })

  test('lookup of a host counts the URLs below it that are listed', async () => {
    server.answer = listOf('https://below.example/a/b\nhttps://below.example/c\nhttps://other.example/\n')
    await add()
    const { stdout } = await intelProcess('lookup', 'below.example')
    assert.equal(stdout, 'host below.example\nThe host itself is not listed; 2 URLs below it are listed.\n')
    assert.match((await intel('lookup', 'other.example')).stdout, /^host other\.example\n\nLIST/)
    assert.equal((await json('lookup', 'below.example')).urlsBelow, 2)
  })

  test('list and stats say whether sanctions are known, by network, and what to do when they are not', async () => {
    const none = 'Sanctions: unknown, because no sanctions list is loaded: npx redoubt intel enable recommended\n'
    assert.equal((await intel('list')).stdout, none)
    await add('--label', 'sanctioned', '--id', 'one-chain', '--chain', 'bsc')
    assert.match(
      (await intel('stats')).stdout,
      /\nSanctions: unknown on ethereum, polygon(, \w+)*, because no .*; known on bsc\n$/,
    )
    await add('--label', 'sanctioned', '--id', 'later', '--no-refresh')
    assert.match(
      (await intel('list')).stdout,
      /\nSanctions: unknown, because never loaded: later: npx redoubt intel refresh\n$/,
    )
    await json('refresh')
    assert.match((await intel('list')).stdout, /\nSanctions: known\n$/)
    const [, bsc] = (await json('stats')).sanctions
    assert.deepEqual(bsc, { chain: 'bsc', known: true, stale: false, reason: null })
  })

  test('what cannot be added says so as JSON too', async () => {
    server.answer = (_, response) => response.writeHead(404).end()
    const { code, stdout } = await intel('add', `${server.url}/x`, '--kind', 'lines', '--label', 'scammer', '--json')
    const { source, refresh } = JSON.parse(stdout)
    assert.deepEqual([code, source, refresh.outcome], [1, null, 'failed'])
    assert.match(refresh.error, /answered 404/)
  })

  test('a trusted list says that it applies to URL scans only', async () => {
    const { code, stderr } = await intel(
      'add',
      `${server.url}/x`,
      '--kind',
      'hosts',
      '--label',
      'trusted',
      '--no-refresh',
    )
    assert.equal(code, 0)
    assert.match(stderr, /trusted list applies to URL scans only.*lowers the score and cancels no finding/)
  })

  test('lookup shows built-in labels, and says that no label is no clearance', async () => {
    const { stdout } = await intel('lookup', PERMIT2)
    assert.match(
      stdout,
      /^address 0x000000000022d473030f116ddee9f6b43ac78ba3\n\nBUILT IN +IS +CHAIN +CONFIDENCE +SOURCE\n.*Permit2/,
    )
    assert.match((await intel('lookup', 'example.org')).stdout, /No list knows it, which does not mean that it is safe/)
  })

  test('stats count what is built in and every list, newest first', async () => {
    await add('--id', 'older')
    await add('--id', 'newer', '--label', 'sanctioned')
    const { lists, builtIn } = await json('stats')
    assert.deepEqual(
      lists.map(({ id }: { id: string }) => id),
      ['newer', 'older'],
    )
    assert.ok(builtIn)
    const { stdout } = await intel('stats')
    assert.match(stdout, /pack +tokens +\d{4}/)
    assert.match(stdout, /newer[\s\S]*older/)
  })

  test('who reads only the beginning causes no error', async () => {
    const line = `"${process.execPath}" "${join(import.meta.dirname, 'main.ts')}" intel stats | head -n 1`
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', line], { cwd: folder })
    assert.match(stdout, /^BUILT IN .*\n$/)
    assert.equal(stderr, '')
  })

  test('the recommended lists are shown with address, licence and schedule, and nothing is fetched unasked', async () => {
    const silent = await intelProcess('enable', 'recommended')
    assert.deepEqual([silent.code, silent.stdout], [2, ''], 'wrong usage')
    assert.match(silent.stderr, /--yes: required without a terminal/)
    assert.match(
      (await intel('enable', 'recommended', '--only', 'nope', '--yes')).stderr,
      /"nope" is no recommended list/,
    )
    assert.match((await intel('enable', 'nope')).stderr, /no list "nope": redoubt intel list/)
    assert.match((await intel('enable', 'ofac-sdn')).stderr, /enable recommended --only ofac-sdn/)
    assert.deepEqual(await json('list'), [])
  })
})
