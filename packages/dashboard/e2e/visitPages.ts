import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { OpenPage } from './dashboardWorld.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 900 }
export const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

/** Addresses of pages that need nothing but the service and an address of each kind. */
export function commonPaths({ wallet, token, site }: { wallet: string; token: string; site: string }): string[] {
  return [
    '/scans',
    `/contract/ethereum/${token}`,
    `/wallet/ethereum/${wallet}`,
    `/approvals?address=${wallet}&chain=ethereum`,
    `/site?url=${encodeURIComponent(site)}`,
    `/report?entity=${token}&chain=ethereum`,
    '/events',
    '/monitors',
    '/webhooks',
    '/policies',
    '/policies/new?template=agent',
    '/held',
    '/networks',
    ...['sources', 'overrides', 'feedback', 'changes'].map((view) => `/intelligence?view=${view}`),
    `/intelligence?view=look-up&entity=${wallet}`,
    '/settings/keys',
    '/settings/members',
    '/settings/usage',
    '/settings/audit',
  ]
}

type AxeResult = { violations: { id: string; impact: string; nodes: { html: string }[] }[] }

/**
 * Opens each path once, in the tabs side by side, and looks at it twice: dark on a phone, and light on a desktop. Returns what is wrong:
 * serious findings of axe (WCAG 2.1 A and AA), and pages wider than the window.
 */
export async function visitPages(tabs: readonly OpenPage[], base: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const left = [...paths]
  const work = async ({ page }: OpenPage) => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize(PHONE)
      await page.goto(base + path, { waitUntil: 'domcontentloaded' })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.locator('.spinner').first().waitFor({ state: 'detached' })
      const gaveUp = (await page.getByText('Code OVERLOADED').count()) > 0
      if (gaveUp) found.push(`${path}: gave up because the service is busy`)
      const dark = [...(await tooWide(page)), ...(await seriousFindings(page))]
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(DESKTOP)
      const light = [...(await tooWide(page)), ...(await seriousFindings(page))]
      found.push(...dark.map((text) => `${path} dark: ${text}`), ...light.map((text) => `${path} light: ${text}`))
    }
  }
  await Promise.all(tabs.map(work))
  return found
}

async function tooWide(page: Page): Promise<string[]> {
  return (await page.evaluate(TOO_WIDE)) ? ['wider than the window'] : []
}

/** Serious and critical findings of axe-core, each with the first element. */
async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  const options = JSON.stringify({ runOnly: RULES, resultTypes: ['violations'] })
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, ${options})`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200)}`)
}
