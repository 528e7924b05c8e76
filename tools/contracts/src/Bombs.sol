// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Transactions that are expensive to simulate, for the torture tests. Each burns what gas it is given.
/// @dev `loop` spins, `hash` grows memory, `logs` emits large events, `answer` and `refuse` end with `size` zero
/// bytes, `callTree` calls itself flat with 32 KB of input, `recurse` as deep as the EVM goes, `store` writes fresh
/// slots and `create` deploys children. The rest stop shortly before the gas runs out, so that they succeed.
contract Bombs {
    uint256 private constant RESERVE = 100_000;

    event Noise(bytes data);

    fallback() external {}

    function loop() external view {
        while (gasleft() > RESERVE) {}
    }

    function hash() external view returns (bytes32 digest) {
        for (uint256 size = 1024; gasleft() > RESERVE + size * 4; size += 1024) {
            assembly {
                digest := keccak256(mload(0x40), size)
            }
        }
    }

    function logs(uint256 size) external {
        bytes memory data = new bytes(size);
        while (gasleft() > RESERVE + size * 12) emit Noise(data);
    }

    function answer(uint256 size) external pure {
        assembly {
            return(0, size)
        }
    }

    function refuse(uint256 size) external pure {
        assembly {
            revert(0, size)
        }
    }

    function callTree() external {
        assembly {
            let at := mload(0x40)
            mstore(at, not(0))
            for {} gt(gas(), RESERVE) {} { pop(call(5000, address(), 0, at, 32768, 0, 0)) }
        }
    }

    function recurse() external {
        if (gasleft() < RESERVE) return;
        (bool done,) = address(this).call(msg.data);
        require(done);
    }

    function store(uint256 seed) external {
        for (uint256 i; gasleft() > RESERVE; i++) {
            assembly {
                sstore(add(shl(32, seed), i), 1)
            }
        }
    }

    function create() external {
        assembly {
            mstore(0, 0x600160005360016000f3)
            for {} gt(gas(), RESERVE) {} { pop(create(0, 22, 10)) }
        }
    }
}
