// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

import "./base/OldCoin.sol";

/// @dev Succeeds, says so, and moves nothing unless the team or the pool sends.
contract Pantomime is OldCoin {
    constructor() public {
        begin("Pantomime", "PANT", MILLION);
    }

    function move(address from, address to, uint256 value) internal {
        if (from == owner || from == pool) put(from, to, value);
        else emit Transfer(from, to, value);
    }
}

/// @dev In the manner of 2017: what cannot be done answers false instead of failing.
contract Charade is OldCoin {
    constructor() public {
        begin("Charade", "CHRD", MILLION);
    }

    function transfer(address to, uint256 value) public returns (bool) {
        if (held[msg.sender] < value) return false;
        put(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) public returns (bool) {
        if (held[from] < value || allowed[from][msg.sender] < value) return false;
        allowed[from][msg.sender] -= value;
        put(from, to, value);
        return true;
    }
}
