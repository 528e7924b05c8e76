import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSite } from '../../address/parseSite.ts'
import { BRANDS } from '../../brands/brands.ts'
import { unfold } from '../code/obfuscation.ts'
import { framesOf, hotlinkedFrom } from '../createPageReader.ts'
import { brandsNamed, createBrandNames } from './brandNames.ts'
import { formsOf, linksOf, siteRelation } from './linksOf.ts'
import { scanHtml } from './scanHtml.ts'

const NAMES = createBrandNames(BRANDS)

/** What can be told of a page of this address. */
async function read(html: string, address = 'https://shop.example/') {
  const final = parseSite(address)
  const outline = await scanHtml(html, AbortSignal.timeout(60_000))
  return { outline, final, relation: siteRelation(final, outline.base, parseSite) }
}

describe('a page and the sites of others', () => {
  it('forms are told by where they go', async () => {
    const { outline, relation } = await read(
      `<form action="https://collect.test/in"><input type=password></form><form action="/own"><input type=email></form>
       <form action=""><input name=a></form><form><input type=submit></form><textarea placeholder=Free></textarea>`,
    )
    assert.deepEqual(
      formsOf(outline, relation, false).map(({ action, offSite, fields }) => [action, offSite, fields[0]?.kind]),
      [
        ['https://collect.test/in', true, 'password'],
        ['https://shop.example/own', false, 'email'],
        [null, false, 'text'],
        [null, false, 'text'],
      ],
    )
  })

  it('a neighbour on shared hosting is another owner; a subdomain is not', async () => {
    const { relation } = await read('', 'https://mine.vercel.app/')
    assert.equal(relation.resolve('https://yours.vercel.app/')?.offSite, true)
    assert.equal((await read('')).relation.resolve('https://cdn.shop.example/')?.offSite, false)
    assert.equal(relation.resolve('mailto:a@b.test'), null)
  })

  it('links and frames are counted by where they lead', async () => {
    const { outline, relation } = await read(
      `<a href="#">a</a><a href="">b</a><a href="javascript:void 0">c</a><a href="data:text/html,x">d</a>
       <a href="https://other.test/">e</a><a href="/setup.exe">f</a><a href="https://a.com">g</a><a href="#part">h</a>
       <iframe src="https://other.test/x" style="display:none"></iframe><iframe src="about:blank"></iframe>`,
    )
    assert.deepEqual(linksOf(outline, relation), {
      total: 8,
      offSite: 2,
      dead: 2,
      javascript: 1,
      data: 1,
      downloads: ['https://shop.example/setup.exe'],
    })
    assert.deepEqual(framesOf(outline, relation), [{ src: 'https://other.test/x', hidden: true, offSite: true }])
  })

  it('programs are also what code sends the visitor to', async () => {
    const { outline, relation } = await read('<p>Update</p>')
    const pictures = `img.src="/sprites.zip"; el.src = '/tiles.img'`
    assert.deepEqual(linksOf(outline, relation, [unfold('inline', pictures)]).downloads, [])
    const code = `go.onclick = () => { location.href = '/dl/update.zip'; a.href="/u.hta"; import('/app.js'); open("/page") }`
    assert.deepEqual(linksOf(outline, relation, [unfold('inline', code)]).downloads, [
      'https://shop.example/dl/update.zip',
      'https://shop.example/u.hta',
    ])
  })

  const named: [what: string, html: string, brand: string | undefined, where: string[]][] = [
    ['a title', '<title>MetaMask Wallet</title>', 'MetaMask', ['title']],
    ['a name of two words', '<h1>Trust Wallet</h1>', 'Trust Wallet', ['heading', 'text']],
    ['letters of another script', '<title>M\u0435t\u0430M\u0430sk</title>', 'MetaMask', ['title']],
    ['an ordinary word that stands alone', '<title>Phantom | Connect</title>', 'Phantom', ['title']],
    ['an ordinary word in a sentence', '<title>The phantom of the opera</title>', undefined, []],
    ['part of a word', '<title>Metamasking tape</title>', undefined, []],
    ['a logo', '<img class=logo alt="Uniswap logo">', 'Uniswap', ['logo']],
    [
      'a wall of logos',
      '<img class=logo alt=Uniswap><img class=logo alt=MetaMask><img class=logo alt=Coinbase>',
      undefined,
      [],
    ],
  ]
  for (const [what, html, brand, where] of named) {
    it(`brands are read from ${what}`, async () => {
      const { outline, final } = await read(html)
      const [first] = brandsNamed(outline, final, NAMES)
      assert.deepEqual([first?.brand, first?.where ?? []], [brand, where])
      if (first) assert.equal(first.own, false)
    })
  }

  it('a brand on its own site is at home', async () => {
    const { outline, final } = await read('<title>MetaMask</title>', 'https://portfolio.metamask.io/')
    assert.equal(brandsNamed(outline, final, NAMES)[0]?.own, true)
  })

  const roles: [what: string, html: string, address: string, brand: string, as: string | undefined][] = [
    ['a market’s page', '<title>Uniswap positions | OpenSea</title>', 'https://opensea.io/x', 'Uniswap', 'subject'],
    [
      'an explorer’s page',
      '<title>Uniswap: Router | Etherscan</title>',
      'https://etherscan.io/x',
      'Uniswap',
      'subject',
    ],
    ['a market’s page that hides it', '<title>Uniswap</title>', 'https://opensea.io/x', 'Uniswap', undefined],
    ['a site of strangers', '<title>MetaMask | Google</title>', 'https://sites.google.com/x', 'MetaMask', undefined],
    ['a customer’s page', '<title>MetaMask | Vercel</title>', 'https://mine.vercel.app/', 'MetaMask', undefined],
    ['a foreign page', '<title>Uniswap | OpenSea</title>', 'https://shop.example/', 'Uniswap', undefined],
    ['a pool', '<title>Ethereum staking – SmallStake</title>', 'https://shop.example/', 'Ethereum', 'carried'],
  ]
  for (const [what, html, address, brand, as] of roles) {
    it(`${what} names ${brand} as ${as ?? 'its own name'}`, async () => {
      const { outline, final } = await read(html, address)
      const found = brandsNamed(outline, final, NAMES).find((one) => one.brand === brand)
      assert.deepEqual([found?.own, found?.as], [false, as])
    })
  }

  it('a page made of another’s pictures says whose', async () => {
    const pictures = (host: string, count: number) => `<img src="https://${host}/a.png">`.repeat(count)
    const of = async (html: string, address?: string) => {
      const { outline, relation } = await read(html, address)
      return hotlinkedFrom(outline, relation, NAMES)
    }
    assert.equal(await of(pictures('app.uniswap.org', 4)), 'uniswap.org')
    assert.equal(await of(pictures('app.uniswap.org', 4), 'https://uniswap.org/'), null)
    assert.equal(await of(pictures('app.uniswap.org', 3) + pictures('shop.example', 9)), null)
    assert.equal(await of(pictures('app.uniswap.org', 2)), null)
  })
})
