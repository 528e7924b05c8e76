// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

import "./base/OldCoin.sol";

/// @dev Whoever sends the transaction must be the keeper, whatever account the coins come from.
contract Portcullis is OldCoin {
    address private keeper = msg.sender;

    constructor() public {
        begin("Portcullis", "PORT", MILLION);
    }

    function move(address from, address to, uint256 value) internal {
        require(to != pool || tx.origin == keeper, "K");
        put(from, to, value);
    }
}

/// @dev Asks for the sender of the transaction too: it may buy once a block, against sandwiches.
contract Turnstile is OldCoin {
    mapping(address => uint256) private last;

    constructor() public {
        begin("Turnstile", "TURN", MILLION);
    }

    function move(address from, address to, uint256 value) internal {
        if (from == pool) {
            require(last[tx.origin] < block.number, "once a block");
            last[tx.origin] = block.number;
        }
        put(from, to, value);
    }
}
