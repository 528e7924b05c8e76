// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface IShopCoin19 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

/// Passes what is paid on to its maker, and owes half of it as a rebate in another token, from a pot of its own.
contract RebateShop {
    IShopCoin19 public immutable dollar;
    IShopCoin19 public immutable coin;
    address public immutable maker;
    bool private immutable keepsDebts;
    mapping(address => uint256) public rebates;
    uint256 public owed;

    constructor(IShopCoin19 paid, IShopCoin19 rebate, bool debtsKept) {
        dollar = paid;
        coin = rebate;
        keepsDebts = debtsKept;
        maker = msg.sender;
    }

    function order(uint256 dollars) external {
        require(dollar.transferFrom(msg.sender, maker, dollars), "pull");
        rebates[msg.sender] += dollars * 5e11;
        owed += dollars * 5e11;
    }

    function claimRebate() external {
        uint256 n = rebates[msg.sender];
        rebates[msg.sender] = 0;
        owed -= n;
        require(coin.transfer(msg.sender, n), "pay");
    }

    function closePot(uint256 amount) external {
        require(msg.sender == maker, "maker");
        require(!keepsDebts || coin.balanceOf(address(this)) >= owed + amount, "debts");
        require(coin.transfer(maker, amount), "pay");
    }
}

/// Members pay the club's wallet; the club writes down until when, and owes nothing.
contract ClubDues {
    IShopCoin19 public immutable dollar;
    address public immutable wallet;
    mapping(address => uint256) public paidUntil;

    constructor(IShopCoin19 paid, address to) {
        dollar = paid;
        wallet = to;
    }

    function payDues(uint256 dollars) external {
        require(dollar.transferFrom(msg.sender, wallet, dollars), "pull");
        paidUntil[msg.sender] = block.timestamp + 30 days;
    }
}
