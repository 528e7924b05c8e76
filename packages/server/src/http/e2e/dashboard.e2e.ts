import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startTestWorld } from '../testing/testWorld.ts'

describe('the dashboard', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redoubt-dashboard-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Redoubt</title>')
    await writeFile(join(folder, 'assets', 'index-DiwrgTda.js'), `console.log(${JSON.stringify('x'.repeat(4_000))})`)
    await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  })
  after(() => rm(folder, { recursive: true }))

  test('is at /dashboard/, which / leads to, with its page at every deep link', async () => {
    await using world = await startTestWorld({ dashboardFolder: folder })
    for (const path of ['/', '/dashboard', '/dashboard/', '/dashboard/scans/0xabc', '/dashboard/sign-in']) {
      const page = await world.call('GET', path)
      assert.match(page.text, /<title>Redoubt/, path)
      assert.equal(page.headers.get('cache-control'), 'no-cache')
      const policy = page.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'self'.*frame-ancestors 'none'/)
      assert.doesNotMatch(policy.replace(/style-src-attr [^;]+/, ''), /unsafe|\*|https?:/)
      assert.equal(page.headers.get('x-frame-options'), 'DENY')
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
    }
  })

  test('sends hashed files compressed and for good, and no others than its own', async () => {
    await using world = await startTestWorld({ dashboardFolder: folder })
    const script = await world.call('GET', '/dashboard/assets/index-DiwrgTda.js', {
      headers: { 'accept-encoding': 'br' },
    })
    assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(script.headers.get('content-encoding'), 'br')
    assert.match(script.headers.get('content-type') ?? '', /javascript/)
    assert.equal((await world.call('GET', '/dashboard/icon.svg')).headers.get('cache-control'), 'no-cache')
    for (const path of ['assets/index-gone1234.js', 'assets/..%2f..%2f..%2fetc%2fpasswd'])
      assert.equal((await world.call('GET', `/dashboard/${path}`)).status, 404, path)
    for (const path of ['..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/package.json'])
      assert.doesNotMatch((await world.call('GET', `/dashboard/${path}`)).text, /root:|"dependencies"/, path)
  })

  test('that was not built is no page, and / leads to the documentation', async () => {
    await using world = await startTestWorld()
    assert.match((await world.call('GET', '/dashboard/')).json.error.message, /build:dashboard/)
    assert.match((await world.call('GET', '/')).text, /<h1>Quick start<\/h1>/)
  })
})
