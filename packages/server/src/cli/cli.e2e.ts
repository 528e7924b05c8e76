import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openStore } from '../store/openStore.ts'
import { type CommandHost, hostCommands, runCommand } from './testCommand.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

describe('redoubt command line', () => {
  let folder = ''
  let host: CommandHost
  before(() => {
    host = hostCommands()
    folder = mkdtempSync(join(tmpdir(), 'redoubt-cli-'))
  })
  after(async () => {
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs in the folder, on its default database ./data/redoubt.db unless the environment says otherwise. */
  const run = (args: string[], env: Record<string, string> = {}) => host.run(folder, args, env)
  /** The same in a process of its own, as an operator does. */
  const runProcess = (args: string[], env: Record<string, string> = {}) => runCommand(folder, args, env)
  const json = async (args: string[], env: Record<string, string> = {}, runs = run) => {
    const { code, stdout, stderr } = await runs([...args, '--json'], env)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const database = (name: string) => ({ DATABASE_URL: `sqlite:${join(folder, name)}` })

  test('makes a usable key on an empty folder, and prints it alone', async () => {
    const args = ['keys', 'create', '--name', 'laptop', '--scopes', 'scan:read, risk:read', '--plan', 'pro']
    const { code, stdout, stderr } = await runProcess(args)
    assert.equal(code, 0)
    assert.match(stdout, /^svc_live_[0-9A-Za-z]{32}\n$/)
    assert.match(
      stderr,
      /^Key key_\w+ of account "pro" \(pro, live\), scopes scan:read, risk:read\. Shown only now:\n$/,
    )
    const file = join(folder, 'data', 'redoubt.db')
    assert.ok(existsSync(file))
    const store = await openStore(`sqlite:${file}`, null)
    try {
      const key = await store.keys.findByToken(stdout.trim())
      assert.deepEqual([key?.name, key?.plan, key?.scopes], ['laptop', 'pro', ['scan:read', 'risk:read']])
    } finally {
      await store.close()
    }
    // The token is in no file.
    for (const suffix of ['', '-wal', '.secret']) {
      if (existsSync(file + suffix)) assert.ok(!readFileSync(file + suffix).includes(stdout.trim().slice(13)))
    }
  })

  test('a link to the dashboard signs the owner in once, and makes one on an empty database', async () => {
    const env = { ...database('members.db'), PUBLIC_URL: 'https://redoubt.example' }
    const first = await run(['dashboard', 'link'], env)
    assert.equal(first.code, 0, first.stderr)
    assert.match(first.stderr, /^Signs in "owner" \(owner\) of account "bootstrap", once, for 15 minutes:\n$/)
    const [, token = ''] = /^https:\/\/redoubt\.example\/dashboard\/sign-in#token=(\S+)\n$/.exec(first.stdout) ?? []
    const store = await openStore(env.DATABASE_URL, null)
    try {
      const taken = await store.oneTimeTokens.take('link', token, Date.now())
      const account = await store.accounts.find('bootstrap')
      const [owner] = await store.members.list(account?.id ?? '')
      assert.equal(taken?.memberId, owner?.id)
      const { entries } = await store.auditLog.list({ accountId: account?.id ?? '', limit: 5, cursor: null })
      assert.deepEqual(
        entries.map(({ action, actor }) => [action, actor.kind]),
        [['link.created', 'command-line']],
      )
    } finally {
      await store.close()
    }
    const again = await run(['dashboard', 'link', '--member', 'owner'], env)
    assert.equal(again.code, 0, again.stderr)
    const unknown = await run(['dashboard', 'link', '--member', 'ada'], env)
    assert.deepEqual([unknown.code, /no such member/.test(unknown.stderr)], [1, true])
  })

  test('accounts are created and listed', async () => {
    const env = database('accounts.db')
    const created = await json(
      ['accounts', 'create', '--name', 'acme', '--plan', 'enterprise', '--operator'],
      env,
      runProcess,
    )
    assert.deepEqual(created, { ...created, name: 'acme', plan: 'enterprise', operator: true })
    assert.deepEqual(await json(['accounts', 'list'], env), [created])
    const { stdout } = await runProcess(['accounts', 'list'], env)
    assert.match(stdout, /^ID +NAME +PLAN +OPERATOR +CREATED\nacc_\w+ +acme +enterprise +yes +\d{4}-/)
  })

  test('keys go to the account named, to the plan, or to the only account', async () => {
    const env = database('owners.db')
    const create = (...args: string[]) => json(['keys', 'create', '--name', 'k', '--scopes', 'admin', ...args], env)
    const first = await create()
    assert.deepEqual([first.plan, first.operator], ['enterprise', true])
    assert.equal((await create()).accountId, first.accountId)
    const free = await create('--plan', 'free', '--env', 'test')
    assert.deepEqual([free.plan, free.operator, free.environment], ['free', false, 'test'])
    assert.match(free.key, /^svc_test_/)
    assert.equal((await create('--plan', 'free')).accountId, free.accountId)
    assert.equal((await create('--account', 'bootstrap')).accountId, first.accountId)
    assert.equal((await create('--account', first.accountId)).accountId, first.accountId)
    const { code, stderr } = await runProcess(['keys', 'create', '--name', 'k', '--scopes', 'admin'], env)
    assert.deepEqual([code, stderr.includes('--account')], [1, true])
    assert.equal((await json(['keys', 'list'], env)).length, 6)
    assert.equal((await json(['keys', 'list', '--account', 'free'], env)).length, 2)
  })

  test('two commands at once share the account of a plan', async () => {
    const env = database('race.db')
    const args = ['keys', 'create', '--name', 'k', '--scopes', 'admin', '--plan', 'pro']
    const keys = await Promise.all([1, 2, 3].map(() => json(args, env, runProcess)))
    assert.equal(new Set(keys.map(({ accountId }) => accountId)).size, 1)
  })

  test('a key is revoked by its id, again without harm, and listed as revoked', async () => {
    const env = database('revoke.db')
    const { id } = await json(['keys', 'create', '--name', 'k', '--scopes', 'admin'], env)
    assert.deepEqual(await json(['keys', 'revoke', id], env, runProcess), { id, revoked: true })
    assert.deepEqual(await json(['keys', 'revoke', id], env), { id, revoked: true })
    assert.match((await json(['keys', 'list'], env, runProcess))[0].revokedAt, /^\d{4}-/)
    const unknown = await run(['keys', 'revoke', 'key_x'], env)
    assert.deepEqual([unknown.code, unknown.stderr.includes('keys list')], [1, true])
  })

  test('the secret beside the file is rotated; keys stay valid and move when used', async () => {
    const env = database('rotate.db')
    const { key } = await json(['keys', 'create', '--name', 'k', '--scopes', 'admin'], env)
    const before = await openStore(env.DATABASE_URL, null)
    await before.webhooks.create(
      { accountId: 'acc_1', environment: 'live' },
      {
        url: 'https://h.example/',
        endpoint: 'h.example:443',
        events: [],
        secret: 's',
        now: 0,
        entities: { spelled: [], keys: [] },
      },
    )
    await before.close()
    const rotated = await json(['secret', 'rotate'], env, runProcess)
    assert.deepEqual(await json(['secret', 'status'], env, runProcess), [
      { id: rotated.current, state: 'current', keys: 0, webhooks: 1 },
      { id: rotated.earlier, state: 'verifies', keys: 1, webhooks: 0 },
    ])
    const store = await openStore(env.DATABASE_URL, null)
    assert.notEqual(await store.keys.findByToken(key), null)
    await store.close()
    assert.equal((await json(['secret', 'status'], env))[0].keys, 1)
  })

  test('a secret of the environment is not rotated: the next steps are printed', async () => {
    const env = { ...database('environment.db'), REDOUBT_SECRET: '5a'.repeat(32) }
    const { rotated, secret } = await json(['secret', 'rotate'], env)
    assert.equal(rotated, false)
    assert.match(secret, /^[0-9a-f]{64}$/)
    assert.match(
      (await run(['secret', 'rotate'], env)).stdout,
      /REDOUBT_SECRET=CURRENT,NEW[\s\S]*REDOUBT_SECRET=NEW,CURRENT/,
    )
    assert.equal(existsSync(join(folder, 'environment.db.secret')), false)
  })

  test('migrate says what it did', async () => {
    const env = database('migrate.db')
    const files = await readdir(join(import.meta.dirname, '../store/migrations'))
    const applied = files.map((file) => basename(file, '.ts')).sort()
    assert.equal(applied[0], '001-accounts-keys-scans')
    assert.deepEqual(await json(['migrate'], env, runProcess), { applied })
    assert.equal((await run(['migrate'], env)).stdout, 'Nothing to do.\n')
  })

  const usage: [string[], RegExp][] = [
    [['keys', 'create', '--name', 'k'], /required option '--scopes <list>'/],
    [['keys', 'create', '--scopes', 'admin'], /required option '--name <name>'/],
    [
      ['keys', 'create', '--name', 'k', '--scopes', 'scan:write'],
      /--scopes.*"scan:write" is no scope\. Scopes: scan:read/,
    ],
    [['keys', 'create', '--name', 'k', '--scopes', 'admin', '--plan', 'gold'], /--plan.*free, pro, enterprise/],
    [['keys', 'create', '--name', 'k', '--scopes', 'admin', '--env', 'prod'], /--env.*live, test/],
    [['keys', 'create', '--name', 'k', '--scopes', 'admin', '--plan', 'pro', '--account', 'a'], /cannot be used with/],
    [['accounts', 'create', '--name', 'a'], /required option '--plan <plan>'/],
    [['accounts', 'create', '--name', 'a\u001b[31m', '--plan', 'pro'], /--name.*control characters/],
    [['keys', 'create', '--scopes', 'admin', '--name', 'n'.repeat(65)], /--name.*1 to 64 characters/],
    [['keys', 'revoke'], /missing required argument 'id'/],
    [['wallets'], /unknown command 'wallets'/],
  ]
  for (const [args, message] of usage) {
    test(`${JSON.stringify(args.join(' '))} is wrong usage: exit code 2 and the remedy`, async () => {
      const { code, stdout, stderr } = await runProcess(args, database('usage.db'))
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, message)
    })
  }

  test('failures name the variable or option, exit with 1 and show no password', async () => {
    const REDOUBT_SECRET = '5a'.repeat(32)
    const unreachable = { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x', REDOUBT_SECRET }
    const down = await runProcess(['accounts', 'list'], unreachable)
    assert.equal(down.code, 1)
    assert.match(down.stderr, /^error: The database of DATABASE_URL \(postgres:.*cannot be used: connect ECONNREFUSED/)
    assert.match(down.stderr, /\. Start PostgreSQL, or correct host and port in DATABASE_URL\.$/m)
    assert.ok(!down.stderr.includes('hunter2'))
    const serve = await runProcess(['serve'], { ...unreachable, PORT: '0' })
    assert.equal(serve.code, 1)
    assert.match(
      serve.stderr,
      /^error: The database is not reachable: nothing listens on 127\.0\.0\.1:1 \(ECONNREFUSED\)\. Start/m,
    )
    assert.ok(!serve.stderr.includes('hunter2'))
    const cases: [Record<string, string>, RegExp][] = [
      [{ DATABASE_URL: 'postgres://u@127.0.0.1:1/x' }, /REDOUBT_SECRET is required with PostgreSQL/],
      [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
      [{ DATABASE_URL: `sqlite:${MAIN}` }, /not a database/],
    ]
    for (const [env, message] of cases) {
      const { code, stderr } = await run(['accounts', 'list'], env)
      assert.equal(code, 1)
      assert.match(stderr, message)
    }
    const args = ['keys', 'create', '--name', 'k', '--scopes', 'admin', '--account', 'nobody']
    assert.match((await run(args, database('usage.db'))).stderr, /--account nobody: .*accounts list/)
  })

  for (const args of [['--help'], ['keys', '--help'], ['keys', 'create', '--help'], ['secret', 'rotate', '--help']]) {
    test(`redoubt ${args.join(' ')} explains and exits 0`, async () => {
      const { code, stdout, stderr } = await runProcess(args)
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(stdout, /Usage: redoubt/)
      if (args.length !== 2) assert.match(stdout, /Examples?:\n {2}\$ /)
    })
  }
})
