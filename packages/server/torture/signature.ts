import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual, promisify } from 'node:util'
import { verifyWebhook, WebhookVerificationError } from '../../client/src/index.ts'
import { CannotRun } from '../bench/cannotRun.ts'
import type { TortureResult } from './main.ts'
import { createRandom, type Random } from './schedule/random.ts'
import { type Case, changed, makeCase } from './signature/cases.ts'

const run = promisify(execFile)
const CASES = 10_000
/** Payloads under one secret. */
const PER_SECRET = 250
const ROOT = resolve(import.meta.dirname, '../../..')
const PYTHON = join(ROOT, 'clients/python/src')

/**
 * Payloads of all of Unicode, signed by the program and verified by the JavaScript client, the Python client and openssl; the same
 * with one bit turned over: all of the first verify, none of the others does.
 */
export default async function signature(): Promise<TortureResult> {
  for (const tool of ['python3', 'openssl'])
    await run(tool, [tool === 'openssl' ? 'version' : '--version']).catch(() => {
      throw new CannotRun(`there is no ${tool}`)
    })
  const random = createRandom(7)
  const good: Case[] = []
  for (let index = 0, secret = ''; index < CASES; index++) {
    if (index % PER_SECRET === 0) secret = newSecret(random)
    good.push(makeCase(random, index, secret, random.pick(['header', 'body', 'standard'])))
  }
  const bad = good.map((one) => changed(random, one))
  const problems: string[] = []
  const verified = { js: 0, python: 0, openssl: 0 }
  const accepted = { js: 0, python: 0, openssl: 0 }
  for (const [cases, counts] of [
    [good, verified],
    [bad, accepted],
  ] as const) {
    const said = { js: await byJavaScript(cases), python: await byPython(cases) }
    for (const [place, one] of cases.entries())
      for (const name of ['js', 'python'] as const) {
        const { id, data, code } = said[name][place] ?? {}
        if (id === undefined) continue
        counts[name]++
        if (cases === bad) problems.push(`${name} believes ${one.id} though it was changed`)
        else if (id !== one.id || !isDeepStrictEqual(data, one.data)) problems.push(`${name} reads ${one.id} otherwise`)
        if (code !== undefined) problems.push(`${name} both believes and refuses ${one.id}`)
      }
    // What only the headers of Standard Webhooks tell is nothing that openssl is asked for.
    counts.openssl = await byOpenssl(cases.filter((one, place) => cases === good || touchesOwn(one, good[place])))
  }
  const failed = problems.length + (3 * CASES - verified.js - verified.python - verified.openssl) + accepted.openssl
  return {
    failed,
    payloads: CASES,
    verified,
    changed: CASES,
    accepted,
    ...(problems.length > 0 && { problems: problems.slice(0, 10) }),
  }
}

type Said = { id?: string; data?: object; code?: string }

async function byJavaScript(cases: readonly Case[]): Promise<Said[]> {
  const said: Said[] = []
  for (const { body, secret, headers, toleranceSeconds, now } of cases) {
    const options = { secret, headers, now, ...(toleranceSeconds !== null && { toleranceSeconds }) }
    said.push(
      await verifyWebhook(body, options).catch((error: unknown) => {
        if (error instanceof WebhookVerificationError) return { code: error.code }
        throw error
      }),
    )
  }
  return said
}

async function byPython(cases: readonly Case[]): Promise<Said[]> {
  const script = join(import.meta.dirname, 'signature/verify.py')
  const child = spawn('python3', ['-B', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: PYTHON },
  })
  const said: Said[] = []
  const read = (async () => {
    for await (const line of createInterface(child.stdout)) said.push(JSON.parse(line) as Said)
  })()
  for (const one of cases) child.stdin.write(`${JSON.stringify({ ...one, body: one.body.toString('base64') })}\n`)
  child.stdin.end()
  await read
  return said
}

/** How many have an `X-Svc-Signature` that openssl makes too, of the bytes that arrived. */
async function byOpenssl(cases: readonly Case[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-signature-'))
  let same = 0
  try {
    for (const [secret, group] of Map.groupBy(cases, ({ secret }) => secret)) {
      const files = group.map((_, place) => join(folder, String(place)))
      await Promise.all(group.map(({ body }, place) => writeFile(files[place] ?? '', body)))
      const key = `hexkey:${Buffer.from(secret).toString('hex')}`
      const { stdout } = await run('openssl', ['dgst', '-sha256', '-r', '-mac', 'HMAC', '-macopt', key, ...files], {
        maxBuffer: 2 ** 24,
      })
      const sums = stdout
        .trim()
        .split('\n')
        .map((line) => `sha256=${line.slice(0, 64)}`)
      same += group.filter(({ own }, place) => own === sums[place]).length
    }
    return same
  } finally {
    await rm(folder, { recursive: true })
  }
}

function touchesOwn(one: Case, before: Case | undefined): boolean {
  return one.own !== before?.own || !one.body.equals(before.body)
}

function newSecret(random: Random): string {
  const bytes = Buffer.from(Array.from({ length: 24 + random.below(9) }, () => random.below(256)))
  return random.pick([`whsec_${bytes.toString('base64')}`, `ein geheimer Schlüssel 🔑 ${bytes.toString('hex')}`])
}
