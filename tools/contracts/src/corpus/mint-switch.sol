// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

/// @dev The owner mints without end.
contract Fountain is Market {
    constructor() {
        _begin("Fountain", "FNTN", msg.sender, MILLION);
    }

    function mint(address to, uint256 value) external onlyOwner {
        _mint(to, value);
    }
}

/// @dev The owner mints, and the code allows 2 % in all.
contract Cistern is Market {
    uint256 public constant cap = MILLION * 102 / 100;

    constructor() {
        _begin("Cistern", "CSTN", msg.sender, MILLION);
    }

    function mint(address to, uint256 value) external onlyOwner {
        require(totalSupply + value <= cap, "over the cap");
        _mint(to, value);
    }
}
