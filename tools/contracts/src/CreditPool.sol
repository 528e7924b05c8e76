// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Debt of borrowers, with credit delegation as in Aave V3.
contract DebtToken {
    address public immutable POOL;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public borrowAllowance;

    event BorrowAllowanceDelegated(address indexed from, address indexed to, uint256 amount);

    constructor() {
        POOL = msg.sender;
    }

    function approveDelegation(address delegatee, uint256 amount) external {
        borrowAllowance[msg.sender][delegatee] = amount;
        emit BorrowAllowanceDelegated(msg.sender, delegatee, amount);
    }

    function mint(address caller, address onBehalfOf, uint256 amount) external {
        require(msg.sender == POOL, "pool only");
        if (caller != onBehalfOf) borrowAllowance[onBehalfOf][caller] -= amount;
        balanceOf[onBehalfOf] += amount;
    }
}

/// @title Lends one token against coins, at half of what they are worth in it.
contract CreditPool {
    address public immutable asset;
    uint256 public immutable perCoin;
    DebtToken public immutable debtToken;
    mapping(address => uint256) public collateral;

    constructor(address asset_, uint256 perCoin_) {
        asset = asset_;
        perCoin = perCoin_;
        debtToken = new DebtToken();
    }

    function supply() external payable {
        collateral[msg.sender] += msg.value;
    }

    function borrow(address token, uint256 amount, uint256 rateMode, uint16, address onBehalfOf) external {
        require(token == asset && rateMode == 2, "not lent");
        debtToken.mint(msg.sender, onBehalfOf, amount);
        uint256 limit = collateral[onBehalfOf] * perCoin / 2 ether;
        require(debtToken.balanceOf(onBehalfOf) <= limit, "collateral too low");
        require(Tokens.push(token, msg.sender, amount), "payment failed");
    }
}
