import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

const run = promisify(execFile)
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const ANSWER = {
  riskScore: 88,
  riskLevel: 'critical',
  recommendation: 'BLOCK',
  complete: true,
  explanation: { summary: 'You lose 2,500 DAI <img src=x onerror=alert(1)>.' },
  simulation: {
    balanceChanges: [{ asset: 'DAI', change: '-2500', changeUsd: -2500 }],
    approvalChanges: [
      { symbol: 'USDC', spender: '0x12', spenderLabel: 'Unlabelled contract', after: '1', unlimited: true },
    ],
  },
  warnings: [{ id: 'a-drain', severity: 'critical', title: 'A drain', description: 'It takes.' }],
}

/** What an application writes: the component between its own buttons. */
const APP = `import { createElement } from 'react'
import { Verdict } from '@redoubt/client/react'
export const App = ({ of }) => createElement('main', null,
  createElement('h1', null, 'Sign?'),
  createElement('button', { id: 'before' }, 'Reject'),
  createElement(Verdict, { of, className: 'mine' }),
  createElement('button', { id: 'after' }, 'Sign'))
export const answer = ${JSON.stringify(ANSWER)}
`
const SERVER = `import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { App, answer } from './app.js'
process.stdout.write(renderToString(createElement(App, { of: answer })))
`
const BROWSER = `import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App, answer } from './app.js'
const root = hydrateRoot(document.getElementById('root'), createElement(App, { of: answer }))
window.show = (of) => root.render(createElement(App, { of }))
document.documentElement.dataset.ready = 'yes'
`

/**
 * Uses `<Verdict>` as an application does, in a folder where `@redoubt/client`, `react` and `react-dom` are installed: renders it on a
 * server, takes it over in Chromium, changes it, and looks at it with a keyboard and with axe.
 * @returns the version of React. @throws AssertionError
 */
export async function tryVerdict({
  folder,
  executablePath,
}: {
  folder: string
  executablePath: string
}): Promise<string> {
  writeFileSync(join(folder, 'app.js'), APP)
  writeFileSync(join(folder, 'server.mjs'), SERVER)
  writeFileSync(join(folder, 'browser.js'), BROWSER)
  const { stdout: markup } = await run(process.execPath, ['server.mjs'], { cwd: folder })
  assert.match(markup, /role="status"/)
  assert.match(markup, /data-recommendation="BLOCK"/)
  assert.doesNotMatch(markup, /<img/)
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><title>App</title><link rel="icon" href="data:,"></head><body><div id="root">${markup}</div><script type="module" src="/browser.js"></script></body></html>`,
  )
  const site = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
  })
  await site.listen()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => said.push(String(error)))
    page.on('dialog', (dialog) => said.push(`dialog ${dialog.message()}`))
    await page.goto(site.resolvedUrls?.local[0] ?? assert.fail('the site has no address'))
    await page.waitForSelector('html[data-ready=yes]', { timeout: 60_000 })
    await page.waitForTimeout(300)
    // React tells in the console where the server's markup differs.
    assert.deepEqual(
      said.filter((one) => !/^(debug|info|log): /.test(one)),
      [],
    )
    assert.match((await page.textContent('[data-part=heading]')) ?? '', /^BLOCK risk 88 of 100$/)
    const focused: (string | null)[] = []
    for (let tab = 0; tab < 2; tab++) {
      await page.keyboard.press('Tab')
      focused.push(await page.evaluate('document.activeElement.id'))
    }
    assert.deepEqual(focused, ['before', 'after'], 'it has nothing to stop at')
    await page.evaluate(AXE)
    const found = (await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
    )) as string[]
    assert.deepEqual(found, [])
    await page.evaluate(`window.show({ riskScore: 0, riskLevel: 'safe', recommendation: 'PROCEED', complete: true })`)
    await page.waitForSelector('[role=status][data-recommendation=PROCEED]')
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/react/package.json'), 'utf8')) as {
      version: string
    }
    return version
  } finally {
    await browser.close()
    await site.close()
  }
}
