// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Coin.sol";

/// @dev Every movement costs 35 %, paid to the team.
contract Toll is Market {
    constructor() public {
        _begin("Toll", "TOLL", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = from == owner ? 0 : value * 35 / 100;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}

/// @dev Every movement burns 1 %, the team's own included.
contract Ember is Market {
    constructor() public {
        _begin("Ember", "EMBR", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = value / 100;
        if (fee > 0) _burn(from, fee);
        _put(from, to, value - fee);
    }
}
