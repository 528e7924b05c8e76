import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import MiniSearch from 'minisearch'
import { type Answers, type ApiDocument, apiPages } from './apiPages.ts'
import { layout, type Page, pageAddress } from './layout.ts'
import { markdownPage } from './markdownPage.ts'

// Writes the documentation that the service shows at /docs: `docs/guide`, the reference of `openapi.json`, and the pages of
// `docs` that concern users. Runs after `npm ci` and before packing. Nothing in it is loaded from elsewhere.

const ROOT = join(import.meta.dirname, '../..')
const TARGET = join(ROOT, 'packages/server/site/docs')
const ANSWERS = join(import.meta.dirname, 'answers.generated.json')

/** Files of `docs` by their page, in the order of the navigation. */
const LISTED: readonly [section: string, file: string, path: string][] = [
  ['Start', 'docs/guide/quick-start.md', ''],
  ['Guides', 'docs/guide/wallet.md', 'guide/wallet'],
  ['Guides', 'docs/guide/rpc.md', 'guide/rpc'],
  ['Guides', 'docs/guide/protect.md', 'guide/protect'],
  ['Guides', 'docs/guide/dapp.md', 'guide/dapp'],
  ['Guides', 'docs/guide/exchange.md', 'guide/exchange'],
  ['Guides', 'docs/guide/policies.md', 'guide/policies'],
  ['Guides', 'docs/guide/ci.md', 'guide/ci'],
  ['Guides', 'docs/guide/agent.md', 'guide/agent'],
  ['Guides', 'docs/mcp.md', 'guide/mcp'],
  ['Guides', 'docs/guide/operator.md', 'guide/operator'],
  ['Guides', 'docs/OPERATIONS.md', 'operations'],
  ['Guides', 'docs/settings.md', 'settings'],
  ['Guides', 'docs/WEBHOOKS.md', 'webhooks'],
  ['Clients', 'docs/guide/javascript.md', 'guide/javascript'],
  ['Clients', 'docs/guide/python.md', 'guide/python'],
  ['Clients', 'docs/guide/cli.md', 'guide/cli'],
  ['Concepts', 'docs/SCORING.md', 'scoring'],
  ['Concepts', 'docs/VALUES.md', 'values'],
  ['Concepts', 'docs/RISK-REPORT.md', 'risk-report'],
  ['Concepts', 'docs/MONITORS.md', 'monitors'],
  ['Concepts', 'docs/EVENTS.md', 'events'],
  ['Concepts', 'docs/browser-tier.md', 'browser-tier'],
  ['Concepts', 'docs/intel.md', 'intelligence'],
  ['Concepts', 'docs/GLOSSARY.md', 'glossary'],
  ['Concepts', 'docs/errors.md', 'errors'],
  ['Concepts', 'docs/detectors/README.md', 'detectors'],
]

/** For an address without a page; search finds the right one. */
const MISSING: Page = {
  path: '404',
  title: 'No such page',
  section: null,
  body: '<p>The documentation has no page at this address. Search above, or begin with the <a href="/docs/">quick start</a>.</p>',
}

function buildSite(): void {
  const pages = allPages()
  rmSync(TARGET, { recursive: true, force: true })
  for (const page of pages) {
    const file = join(TARGET, page.path === '' ? 'index.html' : `${page.path}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, layout(page, pages))
  }
  writeFileSync(join(TARGET, '404.html'), layout(MISSING, pages))
  const assets = join(TARGET, 'assets')
  cpSync(join(import.meta.dirname, 'assets'), assets, { recursive: true })
  cpSync(join(ROOT, 'node_modules/minisearch/dist/es/index.js'), join(assets, 'minisearch.js'))
  cpSync(join(ROOT, 'node_modules/minisearch/LICENSE.txt'), join(assets, 'minisearch.LICENSE.txt'))
  writeFileSync(join(assets, 'search.json'), searchIndex(pages))
}

function allPages(): Page[] {
  const paths = new Map(LISTED.map(([, file, path]) => [file, path]))
  const detectors = globSync('docs/detectors/*.md', { cwd: ROOT })
    .filter((file) => !file.endsWith('README.md'))
    .sort()
  for (const file of detectors) paths.set(file, `detectors/${basename(file, '.md')}`)
  const pathOf = (file: string) => paths.get(file) ?? (file === 'openapi.json' ? 'api' : null)
  const guides = LISTED.filter(([, file]) => existsSync(join(ROOT, file))).map(([section, file, path]) =>
    markdownPage(ROOT, file, { section, path }, pathOf),
  )
  const document: ApiDocument = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'))
  const answers: Answers = existsSync(ANSWERS) ? JSON.parse(readFileSync(ANSWERS, 'utf8')) : {}
  const details = detectors.map((file) => markdownPage(ROOT, file, { section: null, path: pathOf(file) ?? '' }, pathOf))
  return [...guides, ...apiPages(document, answers), ...details]
}

/** Text of the pages as a MiniSearch index, which a page loads when its search field gets the focus. */
function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch({ fields: ['title', 'text'], storeFields: ['title', 'section', 'address'] })
  index.addAll(
    pages.map(({ path, title, section, body }, id) => ({
      id,
      title: path.startsWith('api/') ? `${title} ${path.slice(4)}` : title,
      section: section ?? 'Detectors',
      address: pageAddress(path),
      text: textOf(body),
    })),
  )
  return JSON.stringify(index)
}

function textOf(html: string): string {
  return html
    .replace(/<form[\s\S]*?<\/form>|<div class="code">[\s\S]*?<\/div>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

buildSite()
