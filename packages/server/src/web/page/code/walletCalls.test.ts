import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unfold } from './obfuscation.ts'
import { walletCallsIn } from './walletCalls.ts'

const kinds = (code: string) => walletCallsIn(unfold('inline', code)).map(({ kind }) => kind)

describe('what code asks a wallet for', () => {
  const cases: [code: string, ...kinds: string[]][] = [
    [`ethereum.request({ method: 'eth_requestAccounts' })`, 'connect'],
    [`provider.request({method:"eth_sendTransaction",params:[tx]})`, 'send'],
    [`signer.signMessage(text)`, 'sign'],
    [`request({method: 'eth_signTypedData_v4'})`, 'typed-data'],
    [`token.approve(spender, amount)`, 'approve'],
    [`data: '0x095ea7b3' + pad(spender)`, 'approve'],
    [`primaryType: 'PermitSingle'`, 'permit'],
    [`nft.setApprovalForAll(operator, true)`, 'set-approval-for-all'],
    [`token.increaseAllowance(spender, amount)`, 'increase-allowance'],
    [`abi: ['function transferFrom(address,address,uint256)']`, 'transfer-from'],
    [`request({ method: 'wallet_sendCalls' })`, 'batch'],
    [`wallet.signAuthorization({ contractAddress })`, 'delegation'],
    // Obfuscated spellings.
    [`p[atob('cmVxdWVzdA==')]({method: atob("ZXRoX3NlbmRUcmFuc2FjdGlvbg==")})`, 'send'],
    [`m="\\x65\\x74\\x68\\x5f\\x73endTransaction"`, 'send'],
    [`writeContract({ abi: erc20Abi, functionName : "approve", args })`, 'approve'],
    [`write({"functionName":'approve'})`, 'approve'],
    [`token["approve"](spender, amount)`, 'approve'],
    [`token.methods.approve(spenderOf(chain), amount).send({ from })`, 'approve'],
    [`iface.encodeFunctionData("approve", [spender, amount])`, 'approve'],
    [`web3.eth.abi.encodeFunctionCall({ type: "function", name: "approve", inputs }, args)`, 'approve'],
    [`tronWeb.triggerSmartContract(token, "approve(address,uint256)", {}, args)`, 'approve'],
    [`sign({ types: { Permit: [{ name: "owner", type: "address" }] } })`, 'permit'],
    [`sign({ primaryType: "Permit" })`, 'permit'],
    [`token.permit(owner, spender, value, deadline, v, r, s)`, 'permit'],
    // An ABI that is carried for other methods.
    [`erc20Abi=[{type:"function",name:"approve",inputs:[]},{name:"permit"},{name:"increaseAllowance"}]`],
    [`parseAbi(["function approve(address spender, uint256 amount)","function permit(address owner,uint256 v)"])`],
    [
      `const abi=[{name:"approve",inputs:[]},{name:"balanceOf"}]; connect({method:"eth_requestAccounts"}); drop.sendTransaction(claimOf(proof))`,
      'connect',
      'send',
    ],
    [`t("approve"); emit('approve', event)`],
    // Not a wallet's.
    [`button.approve()`],
    [`paypal.Buttons({ onApprove: (data, actions) => actions.order.capture() })`],
    [`permitted = user.permit ? 1 : 0`],
  ]
  for (const [code, ...expected] of cases) {
    it(`${code}: ${expected.join(', ') || 'nothing'}`, () => assert.deepEqual(kinds(code), expected))
  }

  it('names the place, and shows the code in one bounded line', () => {
    const [mark] = walletCallsIn(
      unfold('https://a.test/app.js', `${'x'.repeat(500)}\n eth_sendTransaction\u202e ${'y'.repeat(500)}`),
    )
    assert.equal(mark?.where, 'https://a.test/app.js')
    assert.match(mark?.excerpt ?? '', /eth_sendTransaction y+…$/)
    assert.ok((mark?.excerpt.length ?? 0) <= 160)
  })
})
