import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalKey } from './canonicalKey.ts'
import { isShared, isSharedHost } from './sharedHosts.ts'

const WHOLE = [
  ['a top-level domain', ['com', 'eth', 'co.uk']],
  ['a private suffix of the public suffix list', ['github.io', 'vercel.app', 'pages.dev', 'netlify.app', 'web.app']],
  ['where everybody publishes', ['x.com', 't.me', 'ipfs.io', 'sites.google.com', 'docs.google.com', 'github.com']],
  ['its front doors', ['www.github.com', 'm.facebook.com', 'www.youtube.com', 'mobile.x.com']],
  ['blogs by country', ['blogspot.com', 'blogspot.de', 'blogspot.com.br', 'blogspot.co.uk']],
  ['short links', ['bit.ly', 'linktr.ee', 't.co', 'discord.gg']],
  ['uploads below the name of a brand', ['discordapp.com', 'cdn.discordapp.com', 'media.discordapp.net', 'fbcdn.net']],
  ['mail and explorers', ['gmail.com', 'etherscan.io']],
] as const
for (const [name, hosts] of WHOLE) {
  test(`shared: ${name}`, () =>
    assert.deepEqual(
      hosts.filter((host) => !isSharedHost(host)),
      [],
    ))
}

const THEIRS = [
  'evil.vercel.app',
  'evil.github.io',
  'www.evil.pages.dev',
  'evil.blogspot.com',
  'evil.example.com',
  'evil.com',
  'co.uk.evil.com',
  'github.com.evil.org',
  'xx.com',
  'metamask.io',
  'm.com',
  'mobile.de',
  '203.0.113.7',
  '[2001:db8::1]',
]
for (const host of THEIRS) test(`one owner’s own: ${host}`, () => assert.equal(isSharedHost(host), false))

const PAGES: [url: string, shared: boolean][] = [
  ['https://sites.google.com/view/metamask-claim', false],
  ['https://docs.google.com/forms/d/e/1FAIpQLSe/viewform', false],
  ['https://x.com/thief', false],
  ['https://t.me/thief_channel', false],
  ['https://ipfs.io/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi', false],
  ['https://evil.example/view', false],
  ['https://evil.github.io/watch?v=1', false],
  ['https://sites.google.com/view/', true],
  ['https://docs.google.com/forms/d/e/', true],
  ['https://docs.google.com/uc?id=1', true],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', true],
  ['https://forms.office.com/Pages/ResponsePage.aspx?id=1', true],
  ['https://ipfs.io/ipfs', true],
  ['https://x.com/?q=1', true],
  ['https://cdn.discordapp.com/attachments', true],
  ['https://cdn.discordapp.com/attachments/1/2/setup.exe', false],
  ['0xd8da6bf26964af9d7eed9e03e53415d37aa96045', false],
]
for (const [text, shared] of PAGES) {
  test(`${text} names ${shared ? 'strangers’ pages too' : 'one thing'}`, () => {
    const key = canonicalKey(text)
    assert.ok(key)
    assert.equal(isShared(key), shared)
  })
}
