// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

interface ISoldCoin5 {
    function transfer(address to, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

/// Sells for coins, which go to a wallet at once. What was bought is paid out after two months.
contract DatedSale {
    ISoldCoin5 public coin;
    address public owner;
    address payable public till;
    bool private firm;
    uint256 public total;
    mapping(address => uint256) public bought;
    mapping(address => uint256) public since;

    constructor(ISoldCoin5 sold, address payable wallet, bool isFirm) public {
        coin = sold;
        till = wallet;
        firm = isFirm;
        owner = msg.sender;
    }

    function buy() external payable {
        uint256 n = msg.value * 2000;
        require(total + n <= coin.balanceOf(address(this)), "sold out");
        total += n;
        bought[msg.sender] += n;
        since[msg.sender] = now;
        till.transfer(msg.value);
    }

    function collect() external {
        require(now >= since[msg.sender] + 60 days, "early");
        uint256 n = bought[msg.sender];
        bought[msg.sender] = 0;
        total -= n;
        require(coin.transfer(msg.sender, n), "pay");
    }

    function strike(address buyer) external {
        require(msg.sender == owner && !firm, "owner");
        total -= bought[buyer];
        bought[buyer] = 0;
    }

    function takeUnsold() external {
        require(msg.sender == owner, "owner");
        require(coin.transfer(owner, coin.balanceOf(address(this)) - total), "pay");
    }
}
