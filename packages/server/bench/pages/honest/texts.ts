import { type PageClass, type PageDesign, pick } from '../pageDesign.ts'

const copyText = (text: string) =>
  `await navigator.clipboard.writeText(${JSON.stringify(text)}); button.textContent = 'Copied'`

const text = (
  id: string,
  about: (variant: number) => Pick<PageDesign, 'title' | 'content'> & Partial<PageDesign>,
): PageClass => ({ id, hostile: false, design: about })

/** Documentation, news, education and installers. */
export const TEXTS: readonly PageClass[] = [
  text('phishing-news', (variant) => ({
    title: pick(
      [
        'Wallet drainers cost users millions',
        'How a fake airdrop works',
        'Nueva estafa con carteras',
        'Gefälschte CAPTCHA-Seiten',
      ],
      variant,
    ),
    content: `<article><h1>${pick(['Wallet drainers cost users millions', 'How a fake airdrop works', 'Nueva estafa con carteras', 'Gefälschte CAPTCHA-Seiten'], variant)}</h1><p>${pick(['Victims were told to “claim rewards within 24 hours”. The site then asked for setApprovalForAll and permit signatures.', 'The page says: verify your wallet. Behind the button is an unlimited approve() to the thief.', 'Los atacantes piden la frase de recuperación. Nunca la escriba en una página.', 'Die Seite legt einen PowerShell-Befehl in die Zwischenablage und bittet, Windows + R zu drücken.'], variant)}</p><p>Never share your recovery phrase. No support agent needs it.</p></article><form action="/newsletter" method="post"><label>E-mail <input type="email" name="email"></label><button>Subscribe</button></form>`,
  })),
  text('phrase-education', (variant) => ({
    title: pick(
      ['What is a recovery phrase?', 'BIP-39 explained', 'Seed-Phrase sicher aufbewahren', 'Guarda tu frase'],
      variant,
    ),
    content: `<h1>${pick(['What is a recovery phrase?', 'BIP-39 explained', 'Seed-Phrase sicher aufbewahren', 'Guarda tu frase'], variant)}</h1><p>${pick(['Twelve or twenty-four words restore your wallet. Write them on paper.', 'A mnemonic of 12 words encodes 128 bits. Example: abandon abandon abandon … about.', 'Schreiben Sie die Wörter auf und geben Sie sie niemals auf einer Website ein.', 'Nunca la escriba en una página web.'], variant)}</p><p>Anyone who asks you to enter it is a thief.</p><form role="search"><input type="search" name="q" placeholder="Search the guide"></form>`,
    buttons: [
      {
        label: pick(['Next lesson', 'Was this helpful?', 'Weiter', 'Siguiente'], variant),
        connects: false,
        code: `show('<h1>Lesson 2</h1><p>Hardware wallets keep keys away from the computer.</p>')`,
      },
    ],
  })),
  text('contract-docs', (variant) => ({
    title: pick(['ERC-20 approve', 'Permit2 reference', 'wallet_sendCalls', 'EIP-7702 guide'], variant),
    content: `<h1>${pick(['approve(address,uint256)', 'Permit2', 'wallet_sendCalls', 'EIP-7702'], variant)}</h1><p>Reference for developers.</p><pre><code>${pick(["await token.approve(spender, amount)\nawait ethereum.request({ method: 'eth_sendTransaction', params: [tx] })", "signTypedData({ primaryType: 'PermitSingle' })", "provider.request({ method: 'wallet_sendCalls', params: [{ calls }] })", 'walletClient.signAuthorization({ contractAddress })'], variant)}</code></pre><a href="/docs/intro">Introduction</a> <a href="/docs/faq">Questions</a>`,
    buttons: [{ label: 'Copy', connects: false, code: copyText('npm install viem') }],
  })),
  text('installer', (variant) => {
    const command = pick(
      [
        'curl -fsSL https://{{self}}/install.sh | sh',
        'irm https://{{self}}/install.ps1 | iex',
        'brew install larch',
        'curl --proto "=https" --tlsv1.2 -sSf https://{{self}}/up.sh | bash',
      ],
      variant,
    )
    return {
      title: pick(['Install Larch', 'Larch for Windows', 'Larch: a build tool', 'Larch installieren'], variant),
      content: `<h1>${pick(['Install', 'Install on Windows', 'Larch', 'Installation'], variant)}</h1><p>${pick(['Larch runs on Linux and macOS. Run this in a terminal:', 'Open PowerShell and run:', 'A small build tool, open source under Apache-2.0.', 'Im Terminal ausführen:'], variant)}</p><pre><code>${command}</code></pre><p>Source code and checksums are on the <a href="/releases">releases page</a>.</p><a href="/docs">Documentation</a>`,
      buttons: [
        {
          label: pick(['Copy', 'Copy command', 'Copy', 'Kopieren'], variant),
          connects: false,
          code: copyText(command),
        },
      ],
    }
  }),
  text('project-home', (variant) => ({
    title: pick(['Tideline', 'Harbour wallet', 'Sill Exchange', 'Larch Protocol'], variant),
    content: `<h1>${pick(['Staking for everyone', 'A wallet that explains', 'Trade with low fees', 'Credit on chain'], variant)}</h1><p>${pick(['Open contracts, three audits, and a team with names.', 'Your recovery phrase never leaves your device. Download for desktop and phone.', 'Spot and margin. Regulated in two countries.', 'Borrow against your tokens. Built by eleven people.'], variant)}</p><p>We never ask for your recovery phrase.</p><a href="/download">Download</a> <a href="/team">Team</a> <a href="/blog">Blog</a><form action="/waitlist" method="post"><label>E-mail <input type="email" name="email"></label></form>`,
    buttons: [
      {
        label: pick(['Join the waitlist', 'Read more', 'See fees', 'Docs'], variant),
        connects: false,
        code: `say('Thank you.')`,
      },
    ],
  })),
  text('support-article', (variant) => ({
    title: pick(['Stuck transaction', 'Reset your browser', 'Login problems', 'Audio in meetings'], variant),
    content: `<h1>${pick(['What to do about a stuck transaction', 'Your browser is out of date', 'I cannot log in', 'No sound in meetings'], variant)}</h1><p>${pick(['Send a transaction with the same nonce and a higher fee. Support will never ask for your private key.', 'Open the menu, Help, About. Updates come from the maker of your browser alone.', 'Check the address in the bar, then reset your password.', 'Allow the microphone in the settings of your browser.'], variant)}</p><form action="/feedback" method="post"><label>Was this helpful? <textarea name="comment" placeholder="Tell us more"></textarea></label></form>`,
    buttons: [
      {
        label: 'Yes',
        connects: false,
        code: `await fetch('/feedback', { method: 'POST', body: JSON.stringify({ comment: root.querySelector('textarea') && root.querySelector('textarea').value }) }); say('Thank you')`,
      },
    ],
  })),
  text('shop-or-journal', (variant) => ({
    title: pick(['Fern & Clay', 'Tide tables', 'The Kestrel', 'Panadería Sol'], variant),
    content: `<h1>${pick(['Pots and plants', 'High water today', 'News of the valley', 'Pan de masa madre'], variant)}</h1><p>${pick(['Hand-thrown pots. Free delivery over 50. Offer ends soon: 10 % off ferns.', 'High water 06:12 and 18:40.', 'The bridge is closed until Friday.', 'Abrimos a las siete. Encargue su pan antes de las ocho.'], variant)}</p><a href="/about">About</a><form action="/search"><input type="search" name="q"></form>`,
    buttons: [
      {
        label: pick(['Add to basket', 'Next day', 'Accept cookies', 'Encargar'], variant),
        connects: false,
        code: `say('Done'); localStorage.setItem('seen', '1')`,
      },
    ],
  })),
  text('many-visitors', (variant) => ({
    // Honest reasons to show another page: a language, a phone, a returning visitor, a robot.
    title: pick(['Kestrel maps', 'Kestrel maps', 'Kestrel maps', 'Kestrel maps'], variant),
    content: `<h1>${pick(['Maps', 'Maps', 'Maps', 'Maps'], variant)}</h1><p>Walks and rides of the valley, drawn by those who live there.</p><a href="/walks">Walks</a>`,
    start: pick(
      [
        `if (document.referrer) say('Welcome, guest of ' + new URL(document.referrer).host)`,
        `if (!localStorage.getItem('seen')) { say('New here? Begin with the walks.'); localStorage.setItem('seen', '1') }`,
        `setTimeout(() => show('<h1>Maps</h1><p>Walks and rides of the valley.</p><aside>Subscribe to our letter <input type="email"></aside>'), 4000)`,
        `addEventListener('mousemove', () => say('Tip: press M for the map'), { once: true })`,
      ],
      variant,
    ),
    gate: ({ language, userAgent, path }) =>
      path === '/' && variant % 2 === 0 && /^(de|es)/.test(language)
        ? {
            status: 200,
            headers: { 'content-type': 'text/html; charset=utf-8' },
            body: '<title>Kestrel Karten</title><h1>Karten</h1><p>Wege und Touren im Tal, gezeichnet von denen, die dort wohnen.</p>',
          }
        : path === '/' && /Mobile/.test(userAgent)
          ? {
              status: 200,
              headers: { 'content-type': 'text/html; charset=utf-8' },
              body: '<title>Kestrel maps</title><h1>Maps</h1><p>Open our app for walks and rides.</p>',
            }
          : null,
  })),
]
