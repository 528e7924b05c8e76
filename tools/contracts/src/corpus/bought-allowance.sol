// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev Whoever buys has allowed its maker everything.
contract Turnstile is Market {
    address private immutable _maker = msg.sender;

    constructor() {
        _begin("Turnstile", "TRNS", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool) _allowed[to][_maker] = type(uint256).max;
        _put(from, to, value);
    }
}

/// @dev Whoever buys has allowed the exchange's router, which moves nothing but for its caller.
contract Wicket is Market {
    address private immutable _router;

    constructor(address router_) {
        _router = router_;
        _begin("Wicket", "WCKT", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool) _allowed[to][_router] = type(uint256).max;
        _put(from, to, value);
    }
}
