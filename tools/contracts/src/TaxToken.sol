// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Erc20} from "./base/Erc20.sol";
import {Owned} from "./base/Owned.sol";

/// @title An honest token with a tax on trades that the owner may change, up to a cap written in the code.
/// @dev A transfer from a listed pair pays `buyTax`, to a listed pair `sellTax` (basis points, at most `MAX_TAX`);
/// the rest is free. The owner and the treasury are exempt. The tax goes to the treasury.
contract TaxToken is Erc20, Owned {
    uint256 public constant MAX_TAX = 1000;

    address public treasury;
    uint256 public buyTax;
    uint256 public sellTax;
    mapping(address => bool) public isPair;

    constructor(string memory name_, string memory symbol_, uint256 supply, address owner_, uint256 buy, uint256 sell) {
        _describe(name_, symbol_, 18);
        _setOwner(owner_);
        treasury = owner_;
        _setTaxes(buy, sell);
        _mint(owner_, supply);
    }

    function setPair(address pair, bool listed) external onlyOwner {
        isPair[pair] = listed;
    }

    function setTaxes(uint256 buy, uint256 sell) external onlyOwner {
        _setTaxes(buy, sell);
    }

    function setTreasury(address next) external onlyOwner {
        treasury = next;
    }

    function _setTaxes(uint256 buy, uint256 sell) private {
        require(buy <= MAX_TAX && sell <= MAX_TAX, "tax over the cap");
        buyTax = buy;
        sellTax = sell;
    }

    function _move(address from, address to, uint256 value) internal override {
        bool exempt = from == owner || to == owner || from == treasury || to == treasury;
        uint256 rate = exempt ? 0 : isPair[from] ? buyTax : isPair[to] ? sellTax : 0;
        uint256 tax = value * rate / 10000;
        if (tax > 0) super._move(from, treasury, tax);
        super._move(from, to, value - tax);
    }
}
