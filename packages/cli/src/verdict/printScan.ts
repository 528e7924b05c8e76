import type { api } from '@redoubt/client'
import { type Out, paint } from '../terminal/out.ts'
import {
  dollars,
  inLevel,
  percent,
  printBasis,
  printFacts,
  printFindings,
  printSection,
  printVerdict,
  verdictWord,
  yesOrNo,
} from './verdict.ts'

/** The answer of a scan, with its kind. `id`: what `verdict` and `appeal` take. */
export type Scanned =
  | { kind: 'transaction'; result: api.TransactionScanResult | api.SentTransactionScanResult; id?: string }
  | { kind: 'message'; result: api.MessageScanResult; id?: string }
  | { kind: 'contract'; result: api.ContractScanResult; id?: string }
  | { kind: 'wallet'; result: api.WalletScanResult }
  | { kind: 'url'; result: api.UrlScanResult }

/** The account has no code of its own: there is none, or it only delegates (EIP-7702). */
export function hasNoCode({ contractDetails: { kind } }: api.ContractScanResult): boolean {
  return kind === 'eoa' || kind === 'delegated-eoa'
}

/** The word of the verdict; a contract that is not there is no SAFE one. */
export function wordOf({ kind, result }: Scanned): string {
  return kind === 'contract' && hasNoCode(result) ? 'NO CODE' : verdictWord(result)
}

/** Prints a scan for people: verdict first, then what changes, then why. */
export function printScan(out: Out, scanned: Scanned, all: boolean) {
  printKind(out, scanned, all)
  if ('id' in scanned && scanned.id) {
    out.line()
    out.line(paint('dim', `Scan ${scanned.id}`))
  }
}

function printKind(out: Out, scanned: Scanned, all: boolean) {
  switch (scanned.kind) {
    case 'transaction':
      return printTransaction(out, scanned.result, all)
    case 'message':
      return printMessage(out, scanned.result, all)
    case 'contract':
      return printContract(out, scanned.result, all)
    case 'wallet':
      return printWallet(out, scanned.result, all)
    case 'url':
      return printUrl(out, scanned.result, all)
  }
}

function printTransaction(out: Out, result: api.TransactionScanResult | api.SentTransactionScanResult, all: boolean) {
  const { decoded, digests, explanation, simulation, warnings } = result
  printVerdict(out, result, explanation?.summary ?? null)
  const facts: [string, string | null][] = []
  if ('transaction' in result) {
    const { hash, chain, status, success } = result.transaction
    const outcome = status === 'pending' ? 'pending' : success === false ? 'failed' : 'mined'
    facts.push(['transaction', hash], ['network', chain], ['state', outcome])
  }
  if (decoded.functionName !== '') facts.push(['call', callOf(decoded)])
  // Under the exact terms of ERC-8213, in full: a part of a digest proves nothing.
  if (digests.calldataDigest !== null) facts.push(['Calldata Digest', digests.calldataDigest])
  for (const [at, digest] of (digests.calls ?? []).entries())
    if (digest !== null) facts.push([`Calldata Digest, call ${at + 1}`, digest])
  if (simulation !== null && !simulation.success)
    facts.push(['execution', `fails: ${simulation.revertReason ?? simulation.outcome}`])
  printFacts(out, facts)
  if (simulation !== null) printChanges(out, simulation)
  printFindings(out, 'Warnings', warnings, all)
  printBasis(out, result)
}

function callOf({ functionName, contractName }: { functionName: string; contractName: string }): string {
  return contractName === '' ? functionName : `${functionName} of ${contractName}`
}

function printMessage(out: Out, result: api.MessageScanResult, all: boolean) {
  const { message, explanation, simulation, warnings, askedByOrigin } = result
  printVerdict(out, result, explanation?.summary ?? null)
  const facts: [string, string | null][] = [['signs', message.primaryType ?? message.type]]
  if (message.domain?.name != null) facts.push(['domain', message.domain.name])
  if (message.text !== null) facts.push(['text', message.text])
  if (message.digests !== null) {
    const { eip712Digest, domainHash, messageHash } = message.digests
    facts.push(['EIP-712 Digest', eip712Digest], ['Domain Hash', domainHash], ['Message Hash', messageHash])
  }
  printFacts(out, facts)
  if (askedByOrigin !== null)
    printSection(
      out,
      `Asked by ${askedByOrigin.origin} since ${askedByOrigin.since.slice(0, 10)}`,
      ['AMOUNT', 'MESSAGES', 'NETWORK', 'TOKEN'],
      askedByOrigin.sums.map(({ description, messages, chain, token }) => [
        description,
        String(messages),
        chain,
        token,
      ]),
    )
  if (simulation !== null) printChanges(out, simulation)
  printFindings(out, 'Warnings', warnings, all)
  printBasis(out, result)
}

function printChanges(
  out: Out,
  { balanceChanges, approvalChanges }: { balanceChanges: api.BalanceChange[]; approvalChanges: api.ApprovalChange[] },
) {
  printSection(
    out,
    'Balance changes',
    ['ACCOUNT', 'CHANGE', 'ASSET', 'VALUE'],
    balanceChanges.map(({ account, change, asset, tokenId, changeUsd }) => [
      account,
      inLevel(change.startsWith('-') ? 'high' : 'safe', change),
      tokenId === null ? asset : `${asset} #${tokenId}`,
      dollars(changeUsd),
    ]),
  )
  printSection(
    out,
    'Approvals',
    ['RISK', 'OWNER', 'SPENDER', 'LABEL', 'ALLOWANCE', 'TOKEN'],
    approvalChanges.map(({ riskLevel, owner, spender, spenderLabel, after, unlimited, symbol, token }) => [
      riskLevel === null ? 'unknown' : inLevel(riskLevel, riskLevel),
      owner,
      spender,
      spenderLabel,
      unlimited ? 'unlimited' : after,
      symbol === '' ? token : symbol,
    ]),
  )
}

/** What the service answers for an address that is no token. */
const NO_SYMBOL = 'No symbol'

function printContract(out: Out, result: api.ContractScanResult, all: boolean) {
  const { address, chain, contractDetails, tokenSecurity, isHoneypot, warnings, privileged } = result
  const { name, symbol, kind, standard, verified, createdAt, creator } = contractDetails
  const called = [name, symbol === '' || symbol === NO_SYMBOL ? '' : `(${symbol})`]
    .filter((part) => part !== '')
    .join(' ')
  const verdict = { ...result, recommendation: wordOf({ kind: 'contract', result }) }
  printVerdict(
    out,
    verdict,
    hasNoCode(result) ? `Account without code on ${chain}` : `${called === '' ? 'Contract' : called} on ${chain}`,
  )
  const facts: [string, string | null][] = [
    ['address', address],
    ['kind', [kind, standard].filter((part) => part !== null).join(', ') || null],
    ['source verified', yesOrNo(verified)],
    ['created', createdAt === null ? null : `${createdAt}${creator === null ? '' : ` by ${creator}`}`],
  ]
  if (standard === 'erc20') facts.push(['honeypot', yesOrNo(isHoneypot)])
  if (tokenSecurity !== null) {
    const { buyTax, sellTax, isMintable, canPause, canBlacklist, ownershipRenounced } = tokenSecurity
    facts.push(
      [
        'buy and sell tax',
        buyTax === null && sellTax === null ? null : `${percent(buyTax) ?? '?'}, ${percent(sellTax) ?? '?'}`,
      ],
      ['owner can mint', yesOrNo(isMintable)],
      ['owner can pause', yesOrNo(canPause)],
      ['owner can blacklist', yesOrNo(canBlacklist)],
      ['ownership renounced', yesOrNo(ownershipRenounced)],
    )
  }
  printFacts(out, facts)
  printSection(
    out,
    'Privileged accounts',
    ['ADDRESS', 'ACCOUNT', 'LABEL', 'BY'],
    privileged.map((one) => [one.address, one.account, one.label, one.by]),
  )
  printFindings(out, 'Warnings', warnings, all)
  printBasis(out, result)
}

function printWallet(out: Out, result: api.WalletScanResult, all: boolean) {
  const { address, chain, accountType, labels, profile, associations, riskFactors, approvals } = result
  printVerdict(out, result, labels.length === 0 ? `Wallet on ${chain}` : `${labels.join(', ')} on ${chain}`)
  const { age, transactionCount, firstSeen, lastSeen } = profile
  const facts: [string, string | null][] = [
    ['address', address],
    ['account', accountType],
    ['age', age === null ? null : `${age} days`],
    ['transactions', transactionCount === null ? null : String(transactionCount)],
    ['first and last seen', firstSeen === null && lastSeen === null ? null : `${firstSeen ?? '?'}, ${lastSeen ?? '?'}`],
  ]
  if (approvals != null) facts.push(['live approvals', countOf(approvals.summary)])
  if (associations.flaggedAddresses.length > 0)
    facts.push(['flagged contacts', associations.flaggedAddresses.join(', ')])
  printFacts(out, facts)
  printFindings(out, 'Risk factors', riskFactors, all)
  printBasis(out, result)
}

function countOf({ total, risky, unlimited }: api.ApprovalSummary): string | null {
  return total === null ? null : `${total}, ${risky ?? '?'} risky, ${unlimited ?? '?'} unlimited`
}

function printUrl(out: Out, result: api.UrlScanResult, all: boolean) {
  const { url, details, threats, official, warnings, cached } = result
  printVerdict(out, result, threats.length === 0 ? url : `${threats.join(', ')}: ${url}`)
  const { finalUrl, domainAge, sslStatus, redirectCount } = details
  const facts: [string, string | null][] = [
    ['leads to', finalUrl],
    ['redirects', redirectCount === null ? null : String(redirectCount)],
    ['domain age', domainAge === null ? null : `${domainAge} days`],
    ['certificate', sslStatus],
  ]
  if (official !== null) facts.push(['official site of', official])
  if (cached !== null) facts.push(['looked at', `${cached.ageSeconds} s ago`])
  printFacts(out, facts)
  printFindings(out, 'Warnings', warnings, all)
  printBasis(out, result)
}
