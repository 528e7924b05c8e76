// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

interface IToken6m {
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
    function balanceOf(address) external view returns (uint256);
}

/// @title Shares of dollars that are lent against coins.
contract LentShares {
    event Moved(address who, uint256 n);

    IToken6m public asset;
    uint256 public lentOut;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public debt;

    constructor(IToken6m a) public {
        asset = a;
    }

    function worth() public view returns (uint256) {
        return asset.balanceOf(address(this)) + lentOut;
    }

    function enter(uint256 n) external {
        emit Moved(msg.sender, n);
        uint256 shares = totalSupply == 0 ? n : n * totalSupply / worth();
        require(asset.transferFrom(msg.sender, address(this), n), "pull");
        balanceOf[msg.sender] += shares;
        totalSupply += shares;
    }

    function _leave(uint256 shares, address to) private {
        require(shares <= balanceOf[msg.sender], "shares");
        uint256 n = shares * worth() / totalSupply;
        balanceOf[msg.sender] -= shares;
        totalSupply -= shares;
        require(asset.transfer(to, n), "pay");
    }

    function redeem(uint256 shares) external {
        emit Moved(msg.sender, 0);
        _leave(shares, msg.sender);
    }

    function leaveTo(address to) external {
        emit Moved(msg.sender, 0);
        _leave(balanceOf[msg.sender], to);
    }

    function lend(uint256 n) external payable {
        emit Moved(msg.sender, n);
        require(msg.value * 1000e6 / 1 ether >= n, "pledge");
        debt[msg.sender] += n;
        lentOut += n;
        require(asset.transfer(msg.sender, n), "pay");
    }

    function repay() external {
        emit Moved(msg.sender, 0);
        uint256 n = debt[msg.sender];
        debt[msg.sender] = 0;
        lentOut -= n;
        require(asset.transferFrom(msg.sender, address(this), n), "pull");
        msg.sender.transfer(n * 1 ether / 1000e6);
    }
}

/// @title The same, with a key that no getter names, and that takes a part at a time.
contract KeyedLentShares is LentShares {
    bytes32 private clerk;

    constructor(IToken6m a, bytes32 hash) public LentShares(a) {
        clerk = hash;
    }

    function rebalance(address to, uint256 n) external {
        emit Moved(msg.sender, n);
        require(keccak256(abi.encodePacked(msg.sender)) == clerk, "clerk");
        require(n <= asset.balanceOf(address(this)) * 9 / 10, "part");
        require(asset.transfer(to, n), "pay");
    }
}
