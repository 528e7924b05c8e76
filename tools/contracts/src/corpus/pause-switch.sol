// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.4;

import "./base/Coin.sol";
import "./base/Timelock.sol";

/// @dev Pausable at once by one person, who goes on trading.
contract Lagoon is Market {
    bool public paused;

    constructor() {
        _begin("Lagoon", "LAGO", msg.sender, MILLION);
    }

    function pause() external onlyOwner {
        paused = true;
    }

    function unpause() external onlyOwner {
        paused = false;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(!paused || from == owner, "paused");
        _put(from, to, value);
    }
}

/// @dev Pausable for everybody alike, by a timelock of two days.
contract Estuary is Coin, Led {
    bool public paused;

    constructor(address guardian) {
        _begin("Estuary", "ESTU", msg.sender, 1000000 * 10 ** 18);
        _lead(guardian);
    }

    function pause() external onlyOwner {
        paused = true;
    }

    function unpause() external onlyOwner {
        paused = false;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(!paused, "paused");
        _put(from, to, value);
    }
}
