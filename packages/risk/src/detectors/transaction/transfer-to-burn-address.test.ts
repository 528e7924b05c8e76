import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, ETHER, FRIEND, invoke, pay, USDC, ZERO } from '../../testing/sampleFacts.ts'
import detector from './transfer-to-burn-address.ts'

detectorTest(detector, {
  detects: {
    'ether to the zero address': pay(ZERO, ETHER),
    'tokens to the dead address': invoke(USDC, 'transfer(address,uint256)', [`0x${'dead'.padStart(40, '0')}`, 5n]),
    'tokens to another spelling of dead': pay('0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead', ETHER),
    'ether to a precompiled contract': pay(`0x${'4'.padStart(40, '0')}`, ETHER),
  },
  clears: {
    'a transfer to a friend': {},
    'an account whose address begins with dead': pay('0xdead5ca100000000000000000000000000000bad', ETHER),
    'a burn function of the token': { ...invoke(USDC, 'burn(uint256)', [5n]), recipient: contract(USDC) },
    'a transfer of nothing': pay(FRIEND, 0n),
  },
})
