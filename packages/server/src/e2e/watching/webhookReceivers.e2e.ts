import assert from 'node:assert/strict'
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { type App, createApp } from '../../composition/app.ts'
import { readConfig } from '../../config.ts'

// docs/WEBHOOKS.md shows two receivers. They are installed as a reader would install them, started, and sent events.

const ROOT = resolve(import.meta.dirname, '../../../../..')
const page = readFileSync(join(ROOT, 'docs/WEBHOOKS.md'), 'utf8')
const shown = (language: string) =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? assert.fail(`no ${language}`)

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const python = ((): string | null => {
  try {
    execFileSync('python3', ['--version'])
    return 'python3'
  } catch (error) {
    if (process.env.CI === 'true') throw error
    return null
  }
})()

type Receiver = { process: ChildProcess; port: number; lines: Interface; said: string[] }

describe('the receivers of docs/WEBHOOKS.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-receivers-'))
  const receivers: Record<string, Receiver> = {}
  let app: App
  let call: (method: string, path: string, body?: object) => Promise<{ data: Record<string, never> }>

  async function start(name: string, command: string, file: string, env: object): Promise<void> {
    const child = spawn(command, [file], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, ...env, PORT: '0', WEBHOOK_SECRET: `whsec_another,${SECRET}` },
    })
    const lines = createInterface(child.stdout as NonNullable<typeof child.stdout>)
    const said: string[] = []
    const port = await new Promise<number>((listening, failed) => {
      child.once('exit', (code) => failed(new Error(`the ${name} receiver ended with ${code}`)))
      lines.on('line', (line) => {
        const port = /^listening on (\d+)$/.exec(line)?.[1]
        if (port) listening(Number(port))
        else said.push(line)
      })
    })
    receivers[name] = { process: child, port, lines, said }
  }

  before(async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: join(ROOT, 'packages/client'),
    })
    const [{ filename } = assert.fail('nothing was packed')] = JSON.parse(stdout.slice(stdout.indexOf('['))) as {
      filename: string
    }[]
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    await promisify(execFile)('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], {
      cwd: folder,
    })
    writeFileSync(join(folder, 'receiver.mjs'), shown('js'))
    writeFileSync(join(folder, 'receiver.py'), shown('python'))
    await start('js', process.execPath, 'receiver.mjs', {})
    if (python) {
      const path = { PYTHONPATH: join(ROOT, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' }
      await start('python', python, 'receiver.py', path)
    }
    app = await createApp(
      readConfig({
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATABASE_URL: 'sqlite::memory:',
        EGRESS_ALLOW: Object.values(receivers)
          .map(({ port }) => `127.0.0.1:${port}`)
          .join(','),
      }),
      () => {},
    )
    const base = await app.listen()
    const account = await app.store.accounts.create({ name: 'receivers', plan: 'pro' })
    const { token } = await app.store.keys.create({
      accountId: account.id,
      name: 'k',
      scopes: ['webhooks:write'],
      environment: 'live',
    })
    call = async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return (await fetch(`${base}/v1/webhooks${path}`, sent)).json() as never
    }
  })
  after(async () => {
    await app?.close()
    for (const { process } of Object.values(receivers)) process.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Of the newest delivery, once it was attempted as often. */
  async function attempted(id: string, times: number) {
    for (;;) {
      const { deliveries } = (await call('GET', `/${id}/deliveries`)).data as unknown as {
        deliveries: { id: string; eventId: string; attempts: { status: number | null }[] }[]
      }
      const [newest] = deliveries
      if (newest && newest.attempts.length >= times) return newest
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  for (const name of ['js', 'python']) {
    const skip = name === 'python' && python === null ? 'there is no python3' : false
    test(`${name}: believes what is sent, works on it once, and refuses what another secret signed`, {
      skip,
    }, async () => {
      const { port, said } = receivers[name] ?? assert.fail('it was not started')
      const wanted = { url: `http://127.0.0.1:${port}/`, events: ['approval.new'], secret: SECRET }
      const { id } = (await call('POST', '', wanted)).data as unknown as { id: string }
      await call('POST', `/${id}/test`)
      const first = await attempted(id, 1)
      await call('POST', `/${id}/deliveries/${first.id}/retry`)
      const { attempts } = await attempted(id, 2)
      assert.ok(attempts.every(({ status }) => status === 200 || status === 204))

      // The earlier secret still signs for a day, so the receiver goes on; after two rotations its secret signs nothing.
      await call('POST', `/${id}/rotate-secret`, {})
      await call('POST', `/${id}/test`)
      const rotated = await attempted(id, 1)
      await call('POST', `/${id}/rotate-secret`, {})
      await call('POST', `/${id}/test`)
      assert.equal((await attempted(id, 1)).attempts[0]?.status, 400)
      // What it prints goes another way than what it answers.
      while (said.length < 3) await new Promise((resolve) => setTimeout(resolve, 20))
      const expected = [`webhook.test ${first.eventId}`, `webhook.test ${rotated.eventId}`, 'refused bad-signature']
      assert.deepEqual(said, expected)
    })
  }
})
