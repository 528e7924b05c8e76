import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'

/** How to start an installed `redoubt`: the Node to run it with, its file, and a folder for its data. */
export type Program = { node: string; bin: string; folder: string }

/**
 * Starts `redoubt demo` and asks it over HTTP for what uses its engine, its worker threads and its data files: scans of a
 * transaction (by the demo itself), a token and a site, and a report as PDF. Then stops it.
 * @throws AssertionError when an answer is not what a checkout gives.
 */
export async function tryDemo(program: Program): Promise<void> {
  const demo = start(program, 'demo')
  const http = createOperatorFetch()
  try {
    const [, token = '', url = ''] = await demo.until(/Key {2}(svc_test_\w+) {3}Docs {2}(http\S+)\/docs/)
    const text = await demo.until(/trap honeypot\s+(0x\w{40})/)
    assert.match(text.input, /BLOCK .*critical/)
    const ask = (path: string, body?: object) =>
      http.fetch({
        url: `${url}${path}`,
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        deadlineMs: 60_000,
        maxBytes: 16 * 1024 ** 2,
      })
    const scan = async (path: string, body: object) => {
      const { status, body: answer } = await ask(path, body)
      assert.equal(status, 200, answer.toString('utf8'))
      return JSON.parse(answer.toString('utf8')).data
    }
    const [, honeypot = ''] = text
    const contract = await scan('/v1/scan/contract', { chain: 'ethereum', address: honeypot })
    assert.equal(contract.riskLevel, 'critical')
    const site = await scan('/v1/scan/url', { url: 'https://larkspur-restore.test/' })
    assert.equal(site.riskLevel, 'critical')
    const pdf = await ask(`/v1/risk/report/${honeypot}?chain=ethereum&format=pdf`)
    assert.equal(pdf.body.subarray(0, 5).toString(), '%PDF-', pdf.body.toString('utf8').slice(0, 300))
  } finally {
    await http.close()
    assert.equal(await demo.stop(), 0, demo.output())
  }
}

/** Starts `redoubt serve`, waits for /readyz, loads the dashboard's page and stops it. */
export async function tryServe(program: Program): Promise<void> {
  const service = start(program, 'serve')
  const http = createOperatorFetch()
  try {
    const [, url = ''] = await service.until(/listens on (http:\S+)/)
    const { status } = await http.fetch({ url: `${url}/readyz`, deadlineMs: 10_000, maxBytes: 65_536 })
    assert.equal(status, 200)
    const page = await http.fetch({ url: `${url}/dashboard/`, deadlineMs: 10_000, maxBytes: 65_536 })
    assert.match(page.body.toString('utf8'), /<div id="root">/)
  } finally {
    await http.close()
    assert.equal(await service.stop(), 0, service.output())
  }
}

const START_MS = 120_000

function start({ node, bin, folder }: Program, command: string) {
  const env = { PATH: process.env.PATH, PORT: '0', NO_COLOR: '1' }
  const child = spawn(node, [bin, command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close') as Promise<[number | null]>
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  return {
    output: () => output,
    /** Waits until the output matches. */
    async until(pattern: RegExp): Promise<RegExpExecArray> {
      const late = AbortSignal.timeout(START_MS)
      for (;;) {
        const found = pattern.exec(output)
        if (found) return found
        if (child.exitCode !== null || late.aborted) throw new Error(`redoubt ${command} did not start:\n${output}`)
        await Promise.race([once(child.stdout, 'data', { signal: late }), closed]).catch(() => undefined)
      }
    },
    async stop(): Promise<number | null> {
      child.kill('SIGINT')
      const [code] = await closed
      return code
    },
  }
}
