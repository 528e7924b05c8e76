import assert from 'node:assert/strict'
import { test } from 'node:test'
import executableDownload from '@redoubt/risk/detectors/url/executable-download.ts'
import { visit } from '@redoubt/risk/testing/sampleUrl.ts'
import { parseSite } from '../address/parseSite.ts'
import { BRANDS } from '../brands/brands.ts'
import { createTrust } from './createTrust.ts'

const trustOf = createTrust({
  lists: {
    findUrl: async () => [],
    override: async () => null,
    state: async () => ({ sources: [], entries: 0, bytes: 0, problem: null }),
  },
  brands: BRANDS,
  officialDomains: () => [],
})

async function severityOf(url: string) {
  const site = parseSite(url)
  const { trust } = await trustOf(site)
  const found = executableDownload.detect({
    site,
    trust,
    visit: visit({ final: site, download: 'setup.exe', contentType: 'application/octet-stream' }),
    hopTrust: {},
  })
  return Array.isArray(found) ? found[0]?.severity : found
}

test('a brand answers for programs of its own', async () => {
  assert.equal(await severityOf('https://download.trezor.io/setup.exe'), 'info')
})

const UPLOADS = [
  'https://cdn.discordapp.com/attachments/1/2/setup.exe',
  'https://media.discordapp.net/attachments/1/2/setup.exe',
  'https://images-ext-1.discordapp.net/external/setup.exe',
  'https://scontent.xx.fbcdn.net/v/setup.exe',
  'https://cdn.fbsbx.com/v/setup.exe',
  'https://mmg.whatsapp.net/d/setup.exe',
  'https://steamcommunity.com/sharedfiles/setup.exe',
  'https://github.com/anybody/thing/releases/download/1/setup.exe',
  'https://codeload.github.com/anybody/setup.exe',
  'https://objects.githubusercontent.com/setup.exe',
  'https://dl.dropbox.com/s/1/setup.exe',
  'https://drive.proton.me/urls/setup.exe',
  'https://www.icloud.com/attachment/setup.exe',
]
for (const url of UPLOADS)
  test(`and for no uploads: ${new URL(url).host}`, async () => assert.equal(await severityOf(url), 'medium'))
